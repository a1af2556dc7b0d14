import { maxTextLength } from '@koinonia/contracts/chat.ts';

/** By how many characters a text is too long, counted as the server counts. */
export const excess = (text: string) =>
  text.length <= maxTextLength ? 0 : Math.max(0, [...text.trim()].length - maxTextLength);
