import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { domain, type Product } from '../support/product.ts';

/** CVE-2022-36076, NodeBB: a sign-in was not bound to the browser that began it, so others could take over the account. */
export function signingIn(product: () => Product): void {
  /** A browser that can stop at any step of signing in. */
  function browser() {
    const cookies = new Map<string, string>();
    const anyone = createApi(product().origins, null);
    const ask = async (path: string) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await anyone.request('GET', path, undefined, cookie ? { cookie } : {});
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', ...value] = line.split(';', 1)[0]!.split('=');
        if (value.join('=') === '') cookies.delete(name);
        else cookies.set(name, value.join('='));
      }
      return answer;
    };
    return {
      ask,
      /** The address to which the issuer redirects after this account was chosen. */
      async backFromIssuer(email: string): Promise<URL> {
        const issuer = new URL((await ask('/api/session/google?display=popup')).headers.get('location') ?? '');
        issuer.searchParams.set('choose', JSON.stringify({ sub: email, email, name: 'Mallory' }));
        const chosen = await fetch(issuer, { redirect: 'manual' });
        return new URL(chosen.headers.get('location') ?? '');
      },
      isSignedIn: () => cookies.has('session') || cookies.has('__Host-session'),
    };
  }
  const mailbox = () => `mallory.${randomUUID().slice(0, 8)}@${domain}`;
  const pathOf = ({ pathname, search }: URL) => pathname + search;

  describe('signing in', () => {
    test('A4 a way back from the issuer signs in once', async () => {
      const own = browser();
      const back = pathOf(await own.backFromIssuer(mailbox()));
      expect((await own.ask(back)).headers.get('location')).toBe('/signed-in.html?outcome=ok');
      expect(own.isSignedIn()).toBe(true);
      const again = await own.ask(back);
      expect(again.headers.get('location')).toBe('/signed-in.html?outcome=failed');
      expect(again.headers.getSetCookie().filter((line) => /^(__Host-)?session=[^;]/.test(line))).toEqual([]);
    });

    test("A4 nobody is signed in to an attacker's account by the attacker's way back, nor by a mixture of two", async () => {
      const attacker = browser();
      const theirs = await attacker.backFromIssuer(mailbox());
      const victim = browser();
      expect((await victim.ask(pathOf(theirs))).headers.get('location')).toBe('/signed-in.html?outcome=failed');
      expect(victim.isSignedIn()).toBe(false);

      // The attacker also has a sign-in in progress: the code of one, the state of the other.
      const own = await victim.backFromIssuer(mailbox());
      own.searchParams.set('code', theirs.searchParams.get('code') ?? '');
      expect((await victim.ask(pathOf(own))).headers.get('location')).toBe('/signed-in.html?outcome=failed');
      expect(victim.isSignedIn()).toBe(false);
    });

    test('A4 a way back whose issuer, state or code is made up ends on the page, and nowhere else', async () => {
      const own = browser();
      const back = await own.backFromIssuer(mailbox());
      const changed: [string, string][] = [
        ['state', 'popup.x'],
        ['state', 'https://evil.example'],
        ['code', 'x'],
        ['iss', 'https://evil.example'],
      ];
      for (const [name, value] of changed) {
        const url = new URL(back);
        url.searchParams.set(name, value);
        const { status, headers } = await own.ask(pathOf(url));
        expect([status, headers.get('location')?.startsWith('/'), headers.get('location')?.startsWith('//')]).toEqual([
          302,
          true,
          false,
        ]);
        expect(own.isSignedIn()).toBe(false);
      }
      for (const query of [
        'display=https://evil.example',
        'display=popup&redirect_uri=https://evil.example',
        'next=//evil.example',
      ]) {
        const location = (await own.ask(`/api/session/google?${query}`)).headers.get('location');
        if (location === null) continue;
        expect(location.startsWith(product().issuer.url)).toBe(true);
        expect(new URL(location).searchParams.get('redirect_uri')).toBe(`${product().publicUrl}/api/session/callback`);
      }
    });

    test('A4 the cookie is for no script, no other site, and no plain connection where there is another', async () => {
      const own = browser();
      const { headers } = await own.ask(pathOf(await own.backFromIssuer(mailbox())));
      const [line = ''] = headers.getSetCookie().filter((cookie) => cookie.startsWith('session='));
      expect(line).toMatch(/; *HttpOnly/i);
      expect(line).toMatch(/; *SameSite=Lax/i);
      expect(line).toMatch(/; *Path=\//i);
      expect(line).not.toMatch(/; *Domain=/i);
      expect(Buffer.from(line.split(/[=;]/)[1] ?? '', 'base64url').length).toBeGreaterThanOrEqual(32);
    });
  });
}
