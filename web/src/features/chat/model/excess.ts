import { maxTextLength } from '@koinonia/contracts/chat.ts';

/** The number of characters over the limit, counted as the server counts. */
export const excess = (text: string) =>
  text.length <= maxTextLength ? 0 : Math.max(0, [...text.trim()].length - maxTextLength);
