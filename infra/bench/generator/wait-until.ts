import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** Ms by which a timer may be late. */
export const late = 2;

/**
 * Waits until a moment by `performance.now()`, polling at the end: a late timer would add as much to a latency as a server
 * with little to do takes to answer.
 */
export async function waitUntil(moment: number): Promise<void> {
  const asleep = moment - performance.now() - late;
  if (asleep > 0) await wait(asleep);
  while (performance.now() < moment) await nextTurn();
}
