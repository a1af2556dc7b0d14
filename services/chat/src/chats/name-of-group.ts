import { isVisible, tidyName } from '@koinonia/contracts/common.ts';

/** The name that a group gets; null when nothing of it would show, so that lists name its members instead. */
export const nameOfGroup = (asked: string): string | null => (isVisible(asked) ? tidyName(asked) : null);
