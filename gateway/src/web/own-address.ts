import { isLoopbackUrl } from '@koinonia/kit/config.ts';

/**
 * Where to send somebody who opened a page at this machine's other name, or null. `localhost` and `127.0.0.1` are the
 * same place to a person and two origins to a browser: sign-in would end at the one with nobody signed in at the other.
 */
export function pageAtOwnAddress(publicUrl: string, host: string | undefined, target: string): string | null {
  const own = new URL(publicUrl);
  const asked = `${own.protocol}//${host}`;
  if (host === undefined || host === own.host || !isLoopbackUrl(publicUrl) || !isLoopbackUrl(asked)) return null;
  return new URL(asked).port === own.port ? own.origin + target : null;
}
