import { constants } from 'node:os';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

const grace = 9000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const ignore = () => {};
let endingSince: number | null = null;

/**
 * Ends the process cleanly at SIGTERM, SIGINT and SIGHUP: runs `close` (no new work, requests in flight end), then exits 0;
 * after 9 s it exits in any case. An uncaught exception ends the process likewise, with 1. An uncaught rejection is only
 * logged: a lost answer from a store must not end everyone's connections.
 */
export function closeGracefully(log: Logger, close: () => Promise<unknown>): void {
  // A signal that comes when nobody listens, if only while listeners change, ends the process at once.
  for (const signal of signals) process.on(signal, ignore);
  closeWithGrace({ delay: grace, logger: false, skip: ['unhandledRejection'] }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'ending after a failure that nobody caught');
    else log.info({ signal }, 'ending');
    ignoreFurtherSignals();
    endingSince = performance.now();
    await close();
  });
  process.on('unhandledRejection', (err) => log.error({ err }, 'a rejection that nobody caught'));
}

/**
 * What is left of `ms` since `closeGracefully` began to close: the parts of a process close one after another, and their waits
 * must not add up to more than the grace. Where nothing ends the process, as in a test that closes one part, all of it.
 */
export function leftOfEnding(ms: number): number {
  return endingSince === null ? ms : Math.max(0, endingSince + ms - performance.now());
}

/** One Ctrl-C arrives several times, from the terminal and through npm; the second must not cut the shutdown short. */
function ignoreFurtherSignals(): void {
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) if (listener !== ignore) process.off(signal, listener);
  }
}

/** A signal ended a command before it was done. */
export class EndedEarly extends Error {
  override name = 'EndedEarly';
}

/**
 * Runs a command. SIGTERM, SIGINT and SIGHUP abort `ending`: the command gives up, undoes what is half done, and rejects; then
 * this rejects with `EndedEarly`, or with an error that has it as its cause, and the process will exit with the signal's code.
 * After 9 s it exits in any case.
 */
export async function untilSignal(run: (ending: AbortSignal) => Promise<void>): Promise<void> {
  const end = new AbortController();
  let code: number | undefined;
  for (const signal of signals) {
    process.on(signal, () => {
      // One Ctrl-C arrives several times here, too.
      if (end.signal.aborted) return;
      code = 128 + constants.signals[signal];
      end.abort(new EndedEarly(`Ended by ${signal} before it was done.`));
      setTimeout(() => process.exit(code), grace).unref();
    });
  }
  try {
    await run(end.signal);
  } catch (error) {
    const reason: unknown = end.signal.reason;
    if (reason === undefined) throw error;
    process.exitCode = code;
    throw hasMoreToSay(error, reason) ? error : reason;
  }
}

/** Node's own AbortError says only that something was given up. */
const hasMoreToSay = (error: unknown, reason: unknown) =>
  error instanceof Error && error.cause === reason && error.name !== 'AbortError';
