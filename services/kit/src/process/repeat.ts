import type { Logger } from 'pino';
import { forAMoment } from './for-a-moment.ts';

interface Repeating {
  readonly every: number;
  /** Ms until the first time, when it is not `every`. */
  readonly first?: number;
  readonly log: Logger;
  readonly name: string;
}

/** Work that is done again and again. */
export interface Repeated {
  /** Does it now, or once more as soon as the current run has ended. */
  soon(): void;
  /** Ends it, and waits a moment for the current run. Its failure is no longer told: the stores that it uses may be closing. */
  close(): Promise<void>;
}

/** Does `work` every `every` ms, never twice at once; a failure is only logged. */
export function repeat(work: () => Promise<unknown>, { every, first = every, log, name }: Repeating): Repeated {
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isClosed = false;

  async function run() {
    while (isWanted && !isClosed) {
      isWanted = false;
      await work().catch((err: unknown) => isClosed || log.warn({ err }, `${name} failed`));
    }
    running = null;
  }

  const soon = () => {
    isWanted = true;
    running ??= run();
  };
  const inTurn = () => {
    if (running === null) soon();
  };

  let timer = setTimeout(() => {
    inTurn();
    timer = setInterval(inTurn, every).unref();
  }, first).unref();

  return {
    soon,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await forAMoment(running);
    },
  };
}
