import type { IncomingHttpHeaders } from 'node:http';
import { sessionCookieName } from '@koinonia/contracts/identity.ts';
import type { Authenticator } from '@koinonia/kit/auth/authenticator.ts';
import type { Authenticated } from '@koinonia/kit/auth/recognised.ts';
import { unauthenticated } from '@koinonia/kit/errors.ts';
import { cookieValue } from './cookie-value.ts';

/**
 * Who may make a call: anyone; a person by Bearer token; or also by the session cookie, for calls that change nothing. The
 * last two are for calls that identity answers by the cookie alone: for its person, or also for anyone else.
 */
export type Access = 'anyone' | 'person' | 'person or cookie' | 'cookie' | 'cookie or anyone';

/** Identifies the caller by a request's headers; null where no sign-in is needed. Throws when a token or cookie is refused. */
export type Identify = (headers: IncomingHttpHeaders, access: Access) => Promise<Authenticated | null>;

export function createIdentify(authenticator: Authenticator, publicUrl: string): Identify {
  const cookieName = sessionCookieName(publicUrl);

  return async function identify(headers, access) {
    if (access === 'anyone') return null;
    const isByCookie = access === 'cookie' || access === 'cookie or anyone';
    const token = isByCookie ? undefined : /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (token !== undefined) return authenticator.authenticate(token);
    // An invalid Authorization header is refused, even with a valid cookie beside it.
    const mayUseCookie = isByCookie || (access === 'person or cookie' && headers.authorization === undefined);
    const cookie = mayUseCookie ? cookieValue(headers.cookie, cookieName) : null;
    if (cookie !== null) return authenticator.authenticateCookie(cookie);
    if (access === 'cookie or anyone') return null;
    throw unauthenticated('neither a token nor a cookie');
  };
}
