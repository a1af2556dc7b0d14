import { describe, expect, test } from 'vitest';
import { signInByBrowser } from '../support/browser-session.ts';
import { openSocket } from '../support/live-socket.ts';
import type { Product } from '../support/product.ts';
import { openRawWebSocket } from './raw-websocket.ts';

/** Gitpod GHSA-f53g-frr2-jhpf and CVE-2023-2850, NodeBB: a page of another site opened a socket with a person's cookie. */
export function pagesThatListen(product: () => Product): void {
  describe('pages of other sites that listen', () => {
    const others = () => {
      const { publicUrl } = product();
      const { hostname, port } = new URL(publicUrl);
      return [
        'https://evil.example',
        'null',
        `${publicUrl}.evil.example`,
        `${publicUrl}0`,
        `${publicUrl}/`,
        publicUrl.toUpperCase(),
        publicUrl.replace('http:', 'https:'),
        `http://${hostname}`,
        `http://evil.${hostname}:${port}`,
        `http://${hostname}@evil.example:${port}`,
        'file://',
        'http://[::1]',
        '',
      ];
    };

    test('A9 are refused before there is a socket, whoever looks at them', async () => {
      const { cookie } = await signInByBrowser(product());
      for (const gateway of product().origins) {
        for (const origin of others()) {
          const raw = await openRawWebSocket(gateway, undefined, { Origin: origin, Cookie: cookie });
          expect([origin, raw.answer.split('\r\n', 1)[0]]).toEqual([origin, 'HTTP/1.1 403 Forbidden']);
          raw.close();
        }
      }
    });

    test('A9 are refused with a good token too', async () => {
      const { token } = await signInByBrowser(product());
      for (const origin of others()) {
        await expect(openSocket(product().origins[0]!, token, { headers: { origin } }), origin).rejects.toThrow();
      }
    });

    test('A9 the cookie alone opens no socket: not from our own page, nor from a program that names no origin', async () => {
      const { cookie, token } = await signInByBrowser(product());
      const { publicUrl, origins } = product();
      for (const headers of [{ cookie, origin: publicUrl }, { cookie }] as Record<string, string>[]) {
        await expect(openSocket(origins[0]!, '', { headers })).rejects.toMatchObject({
          data: { code: 'unauthenticated' },
        });
      }
      (await openSocket(origins[0]!, token, { headers: { origin: publicUrl } })).close();
      // A client without an Origin is not a browser, and is authenticated only by token.
      (await openSocket(origins[0]!, token)).close();
    });

    test('A9 a token in the address is none: addresses are kept in logs', async () => {
      const { token } = await signInByBrowser(product());
      const raw = await openRawWebSocket(
        product().origins[0]!,
        `/socket.io/?EIO=4&transport=websocket&token=${token}&auth[token]=${token}`,
      );
      raw.frame(1, '40');
      await expect.poll(() => raw.heard()).toContain('44{');
      expect(raw.heard()).not.toContain('40{"sid"');
      raw.close();
    });
  });
}
