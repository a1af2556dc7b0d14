import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { signInByBrowser } from '../support/browser-session.ts';
import { openSocket } from '../support/live-socket.ts';
import { people, type Person, somebody } from '../support/people.ts';
import { domain, type Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

export function keysOfTheIssuer(product: () => Product): void {
  describe('the keys of the issuer', () => {
    test('A3 a thousand tokens with made-up keys are no thousand questions to the issuer, and hold up nobody', async () => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      const chat = await ruth.directChatWith(ben);
      const { issuer, origins } = product();
      const before = issuer.keyRequests();
      const tokens = await Promise.all(Array.from({ length: 1000 }, () => issuer.sign({}, { kid: randomUUID() })));
      let left = tokens.length;
      const flood = Promise.all(
        tokens.map((token) =>
          refused(createApi(origins, token, 90_000).request('GET', '/api/me'), 401).finally(() => (left -= 1)),
        ),
      );
      // Signed-in people continue to talk meanwhile.
      let said = 0;
      do said = (await ruth.send(chat, `Verse ${said + 1}`)).seq;
      while (left > 0 && said < 200);
      await flood;
      await expect(ben.wholeHistory(chat)).resolves.toHaveLength(said);
      // Every gateway may fetch the keys once in 30 s, however many such tokens arrive.
      expect(issuer.keyRequests() - before).toBeLessThanOrEqual(2 * origins.length);
    });

    test('A3 while the issuer is away everyone works on, by every kind of token; nobody is let in unverified', async () => {
      const { issuer, origins } = product();
      const session = await signInByBrowser(product());
      const ruth = await somebody(product());
      // Each gateway and chat node has verified a good token, and so has cached the keys.
      for (const origin of origins) {
        expect((await createApi([origin], ruth.token).request('GET', '/api/me')).status).toBe(200);
        (await openSocket(origin, ruth.token)).close();
      }
      issuer.goAway();
      try {
        const newcomer = await somebody(product(), { email: `late.${randomUUID().slice(0, 8)}@${domain}` });
        const chat = await ruth.directChatWith(newcomer);
        await ruth.send(chat, 'Google is away, we are not');
        expect((await session.api.request('GET', '/api/me')).status).toBe(200);
        for (const origin of origins) {
          await refused(createApi([origin], await issuer.sign({}, { kid: 'unknown' })).request('GET', '/api/me'), 401);
          (await openSocket(origin, session.token)).close();
        }
        // A person who wants to sign in gets a page that says so, not the text of an error.
        const leaving = await createApi(origins, null).request('GET', '/api/session/google?display=popup');
        expect(leaving.status).toBe(302);
      } finally {
        issuer.comeBack();
      }
      expect((await signInByBrowser(product())).uid).not.toBe('');
    });
  });
}
