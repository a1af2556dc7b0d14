import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Ms that the shutdown waits for running work; all of it may be interrupted. */
const patience = 1000;

interface Repeating {
  readonly every: number;
  /** Ms until the first time, when it is not `every`. */
  readonly first?: number;
  readonly log: Logger;
  readonly name: string;
}

/** Does `work` every `every` ms, never twice at once; a failure is only logged. Returns the function to end it. */
export function repeat(work: () => Promise<unknown>, { every, first = every, log, name }: Repeating) {
  let running: Promise<unknown> | null = null;
  const begin = () => {
    running ??= work()
      .catch((err: unknown) => log.warn({ err }, `${name} failed`))
      .finally(() => (running = null));
  };
  let timer = setTimeout(() => {
    begin();
    timer = setInterval(begin, every).unref();
  }, first).unref();
  return async function stop(): Promise<void> {
    clearTimeout(timer);
    await Promise.race([running, wait(patience, undefined, { ref: false })]);
  };
}
