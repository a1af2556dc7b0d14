import { maxPageSize } from '@koinonia/contracts/chat.ts';

/**
 * Max distance in messages or changes to catch up one page after another. Beyond it, loading the newest page is quicker, and a
 * cached chat is dropped.
 */
export const farBehind = 5 * maxPageSize;

/** Max messages of a chat in memory, and how many stay after a cut. Scrolling to the others fetches them again. */
export const held = { most: 320, keep: 240 };

/** Messages around a place that is shown. */
export const aroundSize = 100;
