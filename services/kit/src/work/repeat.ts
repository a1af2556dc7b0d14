import type { Logger } from 'pino';
import { forAMoment } from './for-a-moment.ts';
import { oneAtATime } from './one-at-a-time.ts';

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
  let isRunning = false;

  const soon = oneAtATime(async () => {
    if (signal.aborted) return;
    isRunning = true;
    await work(signal).catch((err: unknown) => signal.aborted || log.warn({ err }, failed));
    isRunning = false;
  });
  const inTurn = () => {
    if (!isRunning) void soon();
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
      // Nothing more begins: this resolves once the current run has ended.
      await forAMoment(soon());
    },
  };
}
