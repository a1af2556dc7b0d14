import type { Answer } from './forward.ts';

/** Reads an answer that nobody gets to its end, so that its connection can be used again. */
export const discard = async ({ body }: Answer): Promise<void> => void (Buffer.isBuffer(body) || (await body.dump()));
