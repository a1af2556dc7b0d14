import { describe, expect, test } from 'vitest';
import { signInByBrowser } from '../support/browser-session.ts';
import { openSocket } from '../support/live-socket.ts';
import { somebody } from '../support/people.ts';
import type { Product } from '../support/product.ts';

export function whoMayConnect(product: () => Product): void {
  const open = (token: string, headers?: Record<string, string>) =>
    openSocket(product().origins[0]!, token, headers && { headers });

  describe('who may open a socket', () => {
    test('whoever has a token of either kind', async () => {
      const ruth = await somebody(product());
      const session = await signInByBrowser(product());
      for (const token of [ruth.token, session.token]) {
        const connection = await open(token, { origin: product().publicUrl });
        expect(connection.isConnected()).toBe(true);
        connection.close();
      }
    });

    test.each(['', 'nonsense', 'a.b.c'])('nobody with %j for a token', async (token) => {
      await expect(open(token)).rejects.toThrow();
    });

    test('nobody whose token has expired, or is of another domain', async () => {
      const { issuer } = product();
      const expired = await issuer.sign({ exp: Math.floor(Date.now() / 1000) - 120 });
      const foreign = await issuer.sign({ email: 'ruth@evil.example', hd: 'evil.example' });
      await expect(open(expired)).rejects.toThrow();
      await expect(open(foreign)).rejects.toThrow();
    });

    test('no page of another origin, whoever is signed in', async () => {
      const { token, cookie } = await signInByBrowser(product());
      const { publicUrl } = product();
      const others = ['https://evil.example', 'null', `${publicUrl}.evil.example`, `${publicUrl}0`, 'http://localhost'];
      for (const origin of others) await expect(open(token, { origin }), origin).rejects.toThrow();
      await expect(open('', { origin: publicUrl, cookie })).rejects.toThrow();
    });
  });
}
