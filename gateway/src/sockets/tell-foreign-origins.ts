import type { Logger } from '@koinonia/kit/observing/log.ts';

/** Ms between two lines: strangers must not be able to fill the log. */
const tellEvery = 60_000;
const longestOrigin = 200;

/**
 * Logs the `Origin` of a socket that was refused for it, once a minute at most. With a wrong PUBLIC_URL, the pages of our own
 * people are refused, and no other line would say so.
 */
export function tellForeignOrigins(publicUrl: string, log: Logger): (origin: string) => void {
  let toldAt = -Infinity;
  return (origin) => {
    const at = performance.now();
    if (at - toldAt < tellEvery) return;
    toldAt = at;
    log.warn(
      { origin: origin.slice(0, longestOrigin), PUBLIC_URL: publicUrl },
      'a socket of another origin was refused',
    );
  };
}
