import type { Dispatcher } from 'undici';

/** Reads an answer that nobody gets to its end, so that its connection can be used again. */
export const discard = async ({ body }: { readonly body: Buffer | Dispatcher.ResponseData['body'] }): Promise<void> =>
  void (Buffer.isBuffer(body) || (await body.dump()));
