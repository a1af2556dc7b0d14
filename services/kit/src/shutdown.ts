import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

const grace = 9000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const ignore = () => {};

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
    await close();
  });
  process.on('unhandledRejection', (err) => log.error({ err }, 'a rejection that nobody caught'));
}

/** One Ctrl-C arrives several times, from the terminal and through npm; the second must not cut the shutdown short. */
function ignoreFurtherSignals(): void {
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) if (listener !== ignore) process.off(signal, listener);
  }
}
