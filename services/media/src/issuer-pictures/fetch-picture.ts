import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@koinonia/kit/errors.ts';
import { isLoopbackUrl } from '@koinonia/kit/process/config.ts';
import { Agent, request } from 'undici';
import { texts } from '../texts.ts';
import { lookUpPublic } from './public-addresses.ts';

/** Ms for the whole download. */
const timeLimit = 5000;

/** Downloads a picture into a file: no redirects, no private addresses, at most `limit` bytes. Returns its size. */
export async function fetchPicture(url: URL, path: string, limit: number): Promise<number> {
  const dispatcher = new Agent(isLoopbackUrl(url.href) ? {} : { connect: { lookup: lookUpPublic } });
  const signal = AbortSignal.timeout(timeLimit);
  try {
    const { statusCode, body } = await request(url, { dispatcher, signal });
    if (statusCode !== 200) {
      await body.dump();
      throw new Error(`the picture was answered with ${statusCode}`);
    }
    let size = 0;
    await pipeline(
      body,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          size += piece.length;
          if (size > limit) throw new AppError('too_large', texts.avatarTooLarge(limit));
          yield piece;
        }
      },
      createWriteStream(path, { mode: 0o600 }),
      { signal },
    );
    return size;
  } finally {
    await dispatcher.destroy();
  }
}
