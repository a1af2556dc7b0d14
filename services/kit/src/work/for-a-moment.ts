import { setTimeout as wait } from 'node:timers/promises';

/** Ms that the shutdown waits for work that may be interrupted. */
const patience = 1000;

/** Resolves when the work has ended, or without it if it takes long: a store that hangs must not hold up the shutdown. */
export async function forAMoment(work: Promise<unknown> | null): Promise<void> {
  await Promise.race([work, wait(patience, undefined, { ref: false })]);
}
