/**
 * Spreads many calls over time: the first ones go at once, the others one by one. The returned function gives the
 * milliseconds to wait before the next call, at a time in milliseconds.
 */
export function createPace({ atOnce, pause }: { atOnce: number; pause: number }): (now: number) => number {
  let due = -Infinity;
  return (now) => {
    due = Math.max(due, now - atOnce * pause) + pause;
    return Math.max(0, due - now);
  };
}
