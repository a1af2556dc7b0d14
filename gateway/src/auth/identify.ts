import type { IncomingHttpHeaders } from 'node:http';
import { sessionCookieName } from '@koinonia/contracts/identity.ts';
import type { Authenticator } from '@koinonia/kit/auth/authenticator.ts';
import type { Authenticated } from '@koinonia/kit/auth/recognised.ts';
import { unauthenticated } from '@koinonia/kit/errors.ts';
import { cookieValue } from './cookie-value.ts';

/** Who may make a call: anyone; a person by Bearer token; or also by the session cookie, for calls that change nothing. */
export type Access = 'anyone' | 'person' | 'person or cookie';

/** Identifies the caller by a request's headers; null where no sign-in is needed. */
export type Identify = (headers: IncomingHttpHeaders, access: Access) => Promise<Authenticated | null>;

export function createIdentify(authenticator: Authenticator, publicUrl: string): Identify {
  const cookieName = sessionCookieName(publicUrl);

  return async function identify(headers, access) {
    if (access === 'anyone') return null;
    const token = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (token !== undefined) return authenticator.authenticate(token);
    // An invalid Authorization header is refused, even with a valid cookie beside it.
    const mayUseCookie = access === 'person or cookie' && headers.authorization === undefined;
    const cookie = mayUseCookie ? cookieValue(headers.cookie, cookieName) : null;
    if (cookie === null) throw unauthenticated('neither a token nor a cookie');
    return authenticator.authenticateCookie(cookie);
  };
}
