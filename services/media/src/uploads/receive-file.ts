import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { maxFormBytes, slowestUpload } from '@koinonia/contracts/media.ts';
import { codeOf } from '@koinonia/kit/code-of.ts';
import { AppError, invalid } from '@koinonia/kit/errors.ts';
import { letItTakeLong } from '@koinonia/kit/http/long-requests.ts';
import type { FastifyRequest } from 'fastify';
import { texts } from '../texts.ts';
import type { ExpectedFile } from './spool.ts';

/** Ms without a byte of a file, or without the next part of a form, after which the sender is considered gone. */
const silence = 30_000;
/** Ms in which a file may come at any pace. From then on, `slowestUpload` for each second since its beginning must have come. */
const unhurried = 600_000;

export interface WantedFile {
  readonly field: string;
  /** Maximum size in bytes (inclusive). */
  readonly limit: number;
  readonly tooLarge: string;
  /** Ms. Default 30 s. */
  readonly silence?: number;
  /** Ms. Default 10 minutes. */
  readonly unhurried?: number;
}

export interface ReceivedFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** As sent by the client, so untrusted. */
  readonly fileName: string;
}

/** Whose file a form brings, and the bytes that it says it has, as far as they are received. */
export const expectedFile = ({ headers }: FastifyRequest, ownerId: string, { limit }: WantedFile): ExpectedFile => ({
  ownerId,
  bytes: Math.min(Number(headers['content-length'] ?? Infinity), limit + maxFormBytes),
});

/**
 * Receives the one file of a form into a folder, as a stream. Throws `invalid` for a form without the file or with a second
 * one, and `too_large` at the first byte over the limit.
 */
export async function receiveFile(request: FastifyRequest, folder: string, wanted: WantedFile): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw invalid(texts.noFile);
  if (Number(request.headers['content-length'] ?? 0) > wanted.limit + maxFormBytes) throw tooLarge(wanted);
  // The form's parser would wait for somebody who has already gone.
  if (request.raw.destroyed) throw new AppError('malformed', texts.endedEarly);
  letItTakeLong(request.raw);
  try {
    const received = await receiveForm(request, folder, wanted);
    // A browser sends a file without name and bytes when none was chosen.
    if (!received || (received.size === 0 && received.fileName === '')) throw invalid(texts.noFile);
    return received;
  } catch (error) {
    request.raw.unpipe();
    request.raw.resume();
    throw asRefusal(error);
  }
}

async function receiveForm(request: FastifyRequest, folder: string, wanted: WantedFile): Promise<ReceivedFile | null> {
  let received: ReceivedFile | null = null;
  // One byte more than the limit, so that a file that is too large is detected and not just truncated.
  const limits = { files: 2, fileSize: wanted.limit + 1, fields: 10, fieldSize: 1024, parts: 12, headerPairs: 20 };
  const parts = request.parts({ limits, throwFileSizeLimit: false } as { limits: typeof limits });
  for await (const part of soonEnough(parts, wanted.silence ?? silence)) {
    if (part.type !== 'file') continue;
    if (received || part.fieldname !== wanted.field) throw invalid(received ? texts.oneFile : texts.noFile);
    received = await keep(part, join(folder, 'received'), wanted);
  }
  return received;
}

/** Yields each of these, unless the next one takes too long. */
async function* soonEnough<Part>(parts: AsyncIterableIterator<Part>, within: number): AsyncGenerator<Part> {
  for (;;) {
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const gone = setTimeout(() => reject(hasStopped()), within);
    const next = await Promise.race([parts.next(), tooLate]).finally(() => clearTimeout(gone));
    if (next.done) return;
    yield next.value;
  }
}

async function keep(part: MultipartFile, path: string, wanted: WantedFile): Promise<ReceivedFile> {
  let size = 0;
  const begun = performance.now();
  const gone = setTimeout(() => part.file.destroy(hasStopped()), wanted.silence ?? silence);
  try {
    await pipeline(
      part.file,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          gone.refresh();
          size += piece.length;
          if (size > wanted.limit) throw tooLarge(wanted);
          if (isTooSlow(size, performance.now() - begun, wanted)) throw hasStopped();
          yield piece;
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
  } finally {
    clearTimeout(gone);
  }
  return { path, size, fileName: part.filename ?? '' };
}

const isTooSlow = (bytes: number, ms: number, wanted: WantedFile) =>
  ms > (wanted.unhurried ?? unhurried) && bytes < (slowestUpload * ms) / 1000;

/** A code that means `later`: a bad network is no reason to give up the file. */
const hasStopped = () => new AppError('timed_out', texts.endedEarly);

const tooLarge = ({ tooLarge: text }: WantedFile) => new AppError('too_large', text);

/** Errors of the form's parser are the sender's fault; errors of our own disk are not. */
function asRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (code === 'FST_FILES_LIMIT') return invalid(texts.oneFile);
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PROTO_VIOLATION') return invalid(texts.fileAlone);
  const isOurs = error instanceof Error && 'syscall' in error && error.syscall !== 'read';
  return isOurs ? error : new AppError('malformed', texts.endedEarly, { cause: error });
}
