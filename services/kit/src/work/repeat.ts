import type { Logger } from 'pino';
import { forAMoment } from './for-a-moment.ts';

interface Repeating {
  readonly every: number;
  /** Ms until the first time, when it is not `every`. */
  readonly first?: number;
  readonly log: Logger;
  /** The log message when the work failed. */
  readonly failed: string;
}

/** Work that is done again and again. */
export interface Repeated {
  /** Does it now, or again as soon as the current run has ended. Resolves when nothing more is wanted; never rejects. */
  soon(): Promise<void>;
  /** Ends it, and waits a moment for the current run. Its failure is not logged: the stores that it uses may be closing. */
  close(): Promise<void>;
}

/**
 * Does `work` every `every` ms, never twice at once; a failure is only logged. Long work gets a signal of the end: it may then
 * stop early, or reject.
 */
export function repeat(
  work: (closing: AbortSignal) => Promise<unknown>,
  { every, first = every, log, failed }: Repeating,
): Repeated {
  const closing = new AbortController();
  const { signal } = closing;
  let running: Promise<void> | null = null;
  let isWanted = false;

  async function run() {
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await work(signal).catch((err: unknown) => signal.aborted || log.warn({ err }, failed));
    }
    running = null;
  }

  function soon() {
    isWanted = true;
    running ??= run();
    return running;
  }
  const inTurn = () => {
    if (running === null) void soon();
  };

  let timer = setTimeout(() => {
    inTurn();
    timer = setInterval(inTurn, every).unref();
  }, first).unref();

  return {
    soon,
    async close() {
      closing.abort();
      clearTimeout(timer);
      await forAMoment(running);
    },
  };
}
