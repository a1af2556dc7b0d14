import { isLoopbackUrl } from '@koinonia/kit/process/config.ts';

const googleHost = /^([a-z0-9-]+\.)*googleusercontent\.com$/;

/**
 * The address from which a picture may be fetched, or null. Allowed are Google's user content over https, and the issuer's
 * own origin when the issuer is on this machine (demo sign-in, tests): an issuer must not make us call other servers.
 */
export function allowedAddress(picture: string, issuer: string): URL | null {
  if (!URL.canParse(picture)) return null;
  const url = new URL(picture);
  if (url.username !== '' || url.password !== '') return null;
  if (isLoopbackUrl(issuer) && url.origin === new URL(issuer).origin) return url;
  const isGoogles = url.protocol === 'https:' && url.port === '' && googleHost.test(url.hostname);
  return isGoogles ? inOurSize(url) : null;
}

/** Google sends 96 pixels unless its address requests more. */
function inOurSize(url: URL): URL {
  const asked = new URL(url);
  asked.pathname = url.pathname.replace(/=s\d+(-c)?$/, '=s256-c');
  return asked;
}
