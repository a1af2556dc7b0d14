import { AppError } from '@koinonia/kit/errors.ts';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import { isUnchanged } from '@koinonia/kit/http/entity-tags.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { texts } from '../texts.ts';
import type { Representation } from './choose-representation.ts';
import { byteRangeOf } from './conditions.ts';
import { dispositionOf } from './disposition.ts';

/** Makes sure that a browser does not guess the type of a stranger's file, run it, or let another site embed it. */
const safety = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Answers with a file, with the requested part of it, or with 304 when it has not changed. */
export async function sendFile(
  files: FileStore,
  request: FastifyRequest,
  reply: FastifyReply,
  file: Representation,
  told: { cacheControl: string; fileName: string },
) {
  // Opened before any header of the file is set: a browser would keep an error with these headers for a year.
  reply.headers({ ...safety, 'cache-control': 'no-store' });
  const isCurrent = isUnchanged(request.headers['if-none-match'], file.etag);
  const range = isCurrent ? null : byteRangeOf(request.headers, file);
  if (range === 'unsatisfiable') {
    reply.headers({ 'accept-ranges': 'bytes', 'content-range': `bytes */${file.size}` });
    throw new AppError('range_not_satisfiable', texts.noSuchPart);
  }
  // Before the file is opened: after an error here, nobody would close it.
  const disposition = dispositionOf(told.fileName, file);
  const needsBody = request.method !== 'HEAD' && !isCurrent;
  const found = needsBody ? await files.get(file.object, range ?? undefined) : null;
  if (needsBody && !found) throw new AppError('gone', texts.imageFailed);

  reply.headers({ etag: file.etag, 'cache-control': told.cacheControl });
  if (file.negotiated) reply.header('vary', 'Accept');
  if (isCurrent) return reply.code(304).send();
  reply.headers({ 'accept-ranges': 'bytes', 'content-disposition': disposition });
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  reply.type(file.contentType).header('content-length', range ? range.end - range.start + 1 : file.size);
  return reply.send(found?.body);
}

/** The answer for an image that is not ready yet, or that failed. */
export function sendState(reply: FastifyReply, state: 'pending' | 'failed') {
  reply.headers({ ...safety, 'cache-control': 'no-store' });
  if (state === 'failed') throw new AppError('gone', texts.imageFailed);
  return reply.code(202).header('retry-after', '1').send({ state });
}
