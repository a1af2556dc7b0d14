import type { Logger } from '@koinonia/kit/observing/log.ts';
import { onceAMinute } from '@koinonia/kit/observing/once-a-minute.ts';

const longestOrigin = 200;

/**
 * Logs the `Origin` of a socket that was refused for it, once a minute at most. With a wrong PUBLIC_URL, the pages of our own
 * people are refused, and no other line would say so.
 */
export function tellForeignOrigins(publicUrl: string, log: Logger): (origin: string) => void {
  const mayTell = onceAMinute();
  return (origin) => {
    if (!mayTell()) return;
    log.warn(
      { origin: origin.slice(0, longestOrigin), PUBLIC_URL: publicUrl },
      'a socket of another origin was refused',
    );
  };
}
