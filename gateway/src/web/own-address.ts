import { isLoopbackUrl } from '@koinonia/kit/process/config.ts';

/**
 * The address to redirect to when a page was opened at this machine's other name, or null. `localhost` and `127.0.0.1` are
 * the same for a person but two origins for a browser: sign-in would end on the other origin, without a session there.
 */
export function pageAtOwnAddress(publicUrl: string, host: string | undefined, target: string): string | null {
  const own = new URL(publicUrl);
  const asked = `${own.protocol}//${host}`;
  if (host === undefined || host === own.host || !isLoopbackUrl(publicUrl) || !isLoopbackUrl(asked)) return null;
  return new URL(asked).port === own.port ? own.origin + target : null;
}
