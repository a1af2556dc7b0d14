/** The positions of a chat's first messages: 1, 2, 3 up to this one. */
export const numbers = (to: number): number[] => Array.from({ length: to }, (_, index) => index + 1);
