import type { IncomingMessage } from 'node:http';
import { AppError } from '@koinonia/kit/errors.ts';
import { letItTakeLong } from '@koinonia/kit/http/long-requests.ts';
import { texts as common } from '@koinonia/kit/texts.ts';
import type { FastifyReply } from 'fastify';
import { texts } from '../texts.ts';

const endedEarly = (cause?: unknown) => new AppError('malformed', texts.uploadEndedEarly, { cause });
const tooLarge = () => new AppError('too_large', common.tooLarge);

/**
 * An upload as a stream with a byte count: throws `too_large` at the first byte over the limit, so that an endless body is
 * cut whatever its headers say. Reading begins when the service is connected, and it is the service that decides how slow is
 * too slow. It never ends the browser's connection, which is still needed for the answer.
 */
export async function* countedBody(source: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  letItTakeLong(source);
  let seen = 0;
  for await (const chunk of chunksOf(source)) {
    seen += chunk.length;
    if (seen > limit) throw tooLarge();
    yield chunk;
  }
}

async function* chunksOf(source: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* source.iterator({ destroyOnReturn: false });
  } catch (cause) {
    // The browser ended the upload; this is not a failure of the service.
    throw endedEarly(cause);
  } finally {
    // The rest of an unwanted body is read and discarded, so that the browser gets to read the answer.
    source.resume();
  }
}

/** Aborts when the browser leaves before its answer: a picture that is cancelled after its last byte must not be set. */
export function untilLeft({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => raw.writableFinished || left.abort(endedEarly()));
  return left.signal;
}

/** Throws `too_large` for an upload whose declared length is over the limit, before any of it is read. */
export function refuseTooLarge(source: IncomingMessage, limit: number): void {
  if (Number(source.headers['content-length'] ?? 0) > limit) throw tooLarge();
}
