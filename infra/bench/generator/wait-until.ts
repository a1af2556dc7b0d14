import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** Ms by which a timer may be late. */
export const late = 2;

/**
 * Waits until a moment by `performance.now()`, the last of it awake: a timer that is late would add as much to a time as a
 * server takes when it has little to do.
 */
export async function waitUntil(moment: number): Promise<void> {
  const asleep = moment - performance.now() - late;
  if (asleep > 0) await wait(asleep);
  while (performance.now() < moment) await nextTurn();
}
