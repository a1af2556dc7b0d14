import type { IncomingMessage } from 'node:http';
import { AppError } from '@koinonia/kit/errors.ts';

const tooLarge = () => new AppError('too_large', 'This is too large.');

/**
 * An upload as it comes, counted: it throws `too_large` at the first byte over the limit, so that an endless body is
 * cut whatever its head says. Reading begins when the service is connected, and it never ends the browser's
 * connection, on which the refusal must still be told.
 */
export async function* countedBody(source: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
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
    // The browser's end of it, and no failure of the service.
    throw new AppError('malformed', 'The upload ended early.', { cause });
  } finally {
    // What is left of a body that nobody wants flows off, so that the browser gets to read the answer.
    source.resume();
  }
}

/** Refuses an upload that says of itself that it is too large, before anything of it is read. */
export function requireLength(source: IncomingMessage, limit: number): void {
  if (Number(source.headers['content-length'] ?? 0) > limit) throw tooLarge();
}
