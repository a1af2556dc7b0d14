import { unavailable } from '@koinonia/kit/errors.ts';
import type { Dispatcher } from 'undici';

interface Body {
  readonly body: Buffer | Dispatcher.ResponseData['body'];
}

/** Reads to its end an answer that nobody gets, so that its connection can be used again. */
export const discard = async ({ body }: Body): Promise<void> => void (Buffer.isBuffer(body) || (await body.dump()));

/** The whole body. Throws `unavailable` when it ends early. */
export async function bytesOf({ body }: Body): Promise<Uint8Array> {
  if (Buffer.isBuffer(body)) return body;
  return body.bytes().catch((cause: unknown) => {
    throw unavailable(cause);
  });
}
