import { setTimeout as wait } from 'node:timers/promises';

/** Ms that somebody waits for work that may go on without them, or be interrupted. */
const patience = 1000;

/** Resolves when the work has ended, or without it if it takes long: what hangs must hold up no shutdown, and no person. */
export async function forAMoment(work: Promise<unknown> | null): Promise<void> {
  await Promise.race([work, wait(patience, undefined, { ref: false })]);
}
