import { randomUUID } from 'node:crypto';
import { endSession, getMe, getSessionToken } from '@koinonia/contracts/identity.ts';
import { type Api, createApi } from './api.ts';
import { mailboxOf } from './names.ts';
import { domain, type Product } from './product.ts';

/** A browser in which a person has signed in: it holds the session's cookie and gets its short-lived tokens. */
export interface BrowserSession {
  readonly uid: string;
  readonly token: string;
  readonly cookie: string;
  /** The calls as the signed-in person, with the token. */
  readonly api: Api;
  logout(): Promise<void>;
}

/** Signs in as a browser does: to the issuer, back with a code, then the cookie, then a token. */
export async function signInByBrowser(
  product: Product,
  who: { name?: string; subject?: string; email?: string; userAgent?: string; claims?: Record<string, unknown> } = {},
): Promise<BrowserSession> {
  const name = who.name ?? 'Hannah Sørensen';
  const subject = who.subject ?? randomUUID();
  const email = who.email ?? `${mailboxOf(name)}.${subject.slice(0, 8)}@${domain}`;
  const anyone = createApi(product.origins, null);
  const headers = { 'user-agent': who.userAgent ?? 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0' };

  const leaving = await anyone.request('GET', '/api/session/google?display=popup', undefined, headers);
  const issuer = new URL(leaving.headers.get('location') ?? '');
  issuer.searchParams.set('choose', JSON.stringify({ sub: subject, email, name, ...who.claims }));
  const chosen = await fetch(issuer, { redirect: 'manual' });
  const callback = new URL(chosen.headers.get('location') ?? '');
  const back = await anyone.request('GET', callback.pathname + callback.search, undefined, {
    ...headers,
    cookie: cookiesOf(leaving.headers),
  });
  const cookie = cookiesOf(back.headers);

  const { token } = getSessionToken.answers[200].parse(
    (await anyone.request('POST', getSessionToken.path, undefined, { ...headers, cookie })).body,
  );
  const api = createApi(product.origins, token);
  const { uid } = await api.call(getMe);
  return {
    uid,
    token,
    cookie,
    api,
    async logout() {
      const { status } = await anyone.request(endSession.method, endSession.path, undefined, { ...headers, cookie });
      if (status !== 204) throw new Error(`logging out answered ${status}`);
    },
  };
}

/** The cookies that a browser would send back after this answer; deleted ones are left out. */
function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .filter((pair) => !pair.endsWith('='))
    .join('; ');
}
