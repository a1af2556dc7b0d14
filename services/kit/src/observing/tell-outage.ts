import type { Logger } from './log.ts';
import { onceAMinute } from './once-a-minute.ts';

/**
 * Logs in few lines that something is away that is retried without end: when it begins, then once a minute with the number of
 * `failures` since the last line, and when it is over. What comes and goes is logged once a minute, too.
 */
export function createOutageTeller(log: Logger, words: { away: string; back: string }) {
  const mayTell = onceAMinute();
  let failures = 0;
  let isTold = false;
  return {
    fail(err: unknown): void {
      failures += 1;
      if (!mayTell()) return;
      log.warn({ err, failures }, words.away);
      failures = 0;
      isTold = true;
    },
    succeed(): void {
      if (isTold) log.info({ failures }, words.back);
      failures = 0;
      isTold = false;
    },
  };
}
