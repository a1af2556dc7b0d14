import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@koinonia/kit/log.ts';

/** Ms that the shutdown waits for running work; all of it may be interrupted. */
const patience = 1000;

/** Does `work` every `every` ms, never twice at once; a failure is only logged. Returns the function to end it. */
export function repeat(work: () => Promise<unknown>, options: { every: number; log: Logger; name: string }) {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .catch((err: unknown) => options.log.warn({ err }, `${options.name} failed`))
      .finally(() => (running = null));
  }, options.every);
  timer.unref();
  return async function stop(): Promise<void> {
    clearInterval(timer);
    await Promise.race([running, wait(patience, undefined, { ref: false })]);
  };
}
