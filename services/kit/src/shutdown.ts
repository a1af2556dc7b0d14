import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

const grace = 9000;

/**
 * Ends the process well at SIGTERM and SIGINT: runs `close` (no new work, what is in flight ends), then exits 0; after
 * 9 s it exits in any case. Of what nobody caught, an exception ends the process likewise with 1; a rejection is
 * logged and the process goes on, for a lost answer of a store must not end everyone's connections.
 */
export function closeGracefully(log: Logger, close: () => Promise<unknown>): void {
  closeWithGrace({ delay: grace, logger: false, skip: ['unhandledRejection'] }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'ending after a failure that nobody caught');
    else log.info({ signal }, 'ending');
    ignoreFurtherSignals();
    await close();
  });
  process.on('unhandledRejection', (err) => log.error({ err }, 'a rejection that nobody caught'));
}

/** One Ctrl-C comes twice, from the terminal and passed on by npm; the second must not cut the ending short. */
function ignoreFurtherSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeAllListeners(signal).on(signal, () => {});
}
