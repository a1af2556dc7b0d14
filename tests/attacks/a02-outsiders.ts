import { randomUUID } from 'node:crypto';
import type { Person as Listed } from '@koinonia/contracts/identity.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { signInByBrowser } from '../support/browser-session.ts';
import { openSocket } from '../support/live-socket.ts';
import { somebody } from '../support/people.ts';
import { domain, type Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

/**
 * Accounts of the issuer outside the base. The rule that Google must name the organisation (a private account with a work
 * address has no `hd`) is tested in `services/kit/src/auth/id-token.test.ts`, because it holds only for Google's tokens.
 */
export function outsiders(product: () => Product): void {
  const accounts = [
    ['of another domain', { email: 'ruth@gmail.example' }],
    ['of a domain that ends alike', { email: `ruth@evil${domain}` }],
    ['of another organisation', { email: `ruth@${domain}`, hd: 'other.example' }],
    ['of an address that nobody has verified', { email: `ruth@${domain}`, email_verified: false }],
    ['of a domain in Cyrillic letters', { email: `ruth@${domain.replace('a', 'а')}` }],
    ['of an address that hides another', { email: `ruth@evil.example\u0000@${domain}x` }],
    ['of an address in quotes', { email: `"ruth@${domain}"@evil.example` }],
  ] as const;

  describe('outsiders', () => {
    test.each(accounts)('A2 an account %s comes in by no way, and leaves no trace', async (_, claims) => {
      const name = `Outsider ${randomUUID()}`;
      const token = await product().issuer.sign({ sub: randomUUID(), name, ...claims });
      await refused(createApi(product().origins, token).request('GET', '/api/me'), 403, 'domain_restricted');
      // Sockets are another way in (CVE-2025-55070, Mattermost: a rule was enforced for HTTP but not for sockets).
      await expect(openSocket(product().origins[0]!, token)).rejects.toMatchObject({
        data: { code: 'domain_restricted' },
      });
      await expect(signInByBrowser(product(), { name, claims })).rejects.toThrow();
      const ruth = await somebody(product());
      const found = await ruth.api.request('GET', `/api/users?search=${encodeURIComponent(name)}`);
      expect(found.body as Listed[]).toEqual([]);
    });

    // CVE-2025-31478, Zulip: people could create an account without the only sign-in method that was enabled.
    test('A2 there is no other way to become somebody', async () => {
      const anyone = createApi(product().origins, null);
      const account = { email: `x@${domain}`, password: 'x', displayName: 'X' };
      for (const path of [
        'register',
        'signup',
        'login',
        'session',
        'session/demo',
        'session/google',
        'auth',
        'invitations/accept',
        'password-reset',
      ]) {
        const { status, headers } = await anyone.request('POST', `/api/${path}`, account);
        expect([path, [401, 404].includes(status), headers.getSetCookie()]).toEqual([path, true, []]);
      }
      await refused(anyone.request('POST', '/api/users', account), 401);
    });
  });
}
