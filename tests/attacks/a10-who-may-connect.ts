import { describe, expect, test } from 'vitest';
import { signInByBrowser } from '../support/browser-session.ts';
import { openSocket } from '../support/live-socket.ts';
import { admin, somebody } from '../support/people.ts';
import type { Product } from '../support/product.ts';

/** Seconds since 1970. */
const expiryOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { exp: number }).exp;

/** CVE-2025-55070, Mattermost: every call required a factor that a WebSocket did not. */
export function whoMayConnect(product: () => Product): void {
  const open = (token: string, headers?: Record<string, string>) =>
    openSocket(product().origins[0]!, token, headers && { headers });

  describe('who may open a socket', () => {
    test('A10 whoever has a token of either kind', async () => {
      const ruth = await somebody(product());
      const session = await signInByBrowser(product());
      for (const token of [ruth.token, session.token]) {
        const connection = await open(token, { origin: product().publicUrl });
        expect(connection.isConnected()).toBe(true);
        connection.close();
      }
    });

    test.each(['', 'nonsense', 'a.b.c', 'x'.repeat(100_000)])('A10 nobody with %.20j for a token', async (token) => {
      await expect(open(token)).rejects.toThrow();
    });

    test('A10 nobody whose token has expired, or is of another domain', async () => {
      const { issuer } = product();
      const expired = await issuer.sign({ exp: Math.floor(Date.now() / 1000) - 120 });
      const foreign = await issuer.sign({ email: 'ruth@evil.example', hd: 'evil.example' });
      await expect(open(expired)).rejects.toMatchObject({ data: { code: 'unauthenticated' } });
      await expect(open(foreign)).rejects.toMatchObject({ data: { code: 'domain_restricted' } });
    });

    test('A10 nobody who was deactivated, or has logged out', async () => {
      const ben = await somebody(product());
      const session = await signInByBrowser(product());
      await (await admin(product())).api.request('PATCH', `/api/users/${ben.uid}`, { active: false });
      await session.logout();
      await expect
        .poll(() =>
          open(ben.token).then(
            (socket) => socket.close(),
            ({ data }) => data,
          ),
        )
        .toMatchObject({ code: 'account_deactivated' });
      await expect
        .poll(() =>
          open(session.token).then(
            (socket) => socket.close(),
            ({ data }) => data,
          ),
        )
        .toMatchObject({ code: 'unauthenticated' });
    });

    test('A10 a socket of an ID token ends when the token does', { timeout: 60_000 }, async () => {
      const ben = await somebody(product(), { lifetime: 6 });
      const expires = 1000 * expiryOf(ben.token);
      const connection = await open(ben.token);
      await expect.poll(() => connection.endedAt(), { timeout: 45_000, interval: 100 }).not.toBeNull();
      expect(connection.endedAt()! - expires).toBeGreaterThan(-2000);
      expect(connection.endedAt()! - expires).toBeLessThan(30_000);
    });
  });
}
