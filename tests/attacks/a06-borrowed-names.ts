import { callerHeader } from '@koinonia/kit/calls/caller-statement.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { signInByBrowser } from '../support/browser-session.ts';
import { people, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { rawHttp, requestOf, statusesOf } from './raw-http.ts';

/**
 * CVE-2026-33805 and CVE-2026-3635, Fastify: headers from a browser were trusted like headers from a proxy. What the
 * services receive is tested in `gateway/src/proxy/attacks.test.ts`.
 */
export function borrowedNames(product: () => Product): void {
  describe('borrowed names', () => {
    test('A6 whoever says in a header that they are somebody else is who their token says, however it is spelt', async () => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      const names = [
        callerHeader,
        'X-User-Id',
        'X_User_Id',
        'X-Forwarded-User',
        'X-Remote-User',
        'X-Koinonia_Caller',
        'X-Internal-User',
        'Cookie',
      ];
      const claims = names.flatMap((name) => [`${name}: ${ben.uid}`, `${name.toUpperCase()}: ${ben.uid}`]);
      const ask = async (lines: string[]) => {
        const head = ['GET /api/me HTTP/1.1', 'Host: x', ...lines, 'Connection: close'];
        return rawHttp(product().origins[0]!, requestOf(head));
      };
      const asRuth = await ask([`Authorization: Bearer ${ruth.token}`, ...claims]);
      expect(statusesOf(asRuth)).toEqual([200]);
      expect([asRuth.includes(ruth.uid), asRuth.includes(ben.uid)]).toEqual([true, false]);
      expect(statusesOf(await ask(claims))).toEqual([401]);

      // Headers named in Connection are not forwarded: the statement of the caller must not be lost that way.
      const stripped = [
        'GET /api/me HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${ruth.token}`,
        `Connection: close, ${callerHeader}, authorization`,
      ];
      expect(await rawHttp(product().origins[0]!, requestOf(stripped))).toContain(ruth.uid);
    });

    test('A6 of two tokens in one request, none is chosen by chance', async () => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      const both = [`Authorization: Bearer ${ruth.token}`, `Authorization: Bearer ${ben.token}`];
      for (const lines of [both, both.toReversed()]) {
        const answer = await rawHttp(
          product().origins[0]!,
          requestOf(['GET /api/me HTTP/1.1', 'Host: x', ...lines, 'Connection: close']),
        );
        // If the request is accepted, the first header counts: nothing behind the gateway sees either.
        const first = lines[0]!.includes(ruth.token) ? ruth : ben;
        expect([400, 401].includes(statusesOf(answer)[0]!) || answer.includes(first.uid)).toBe(true);
      }
    });

    test('A6 the address of a caller, and that of the product, are not for the caller to say', async () => {
      const forwarded = {
        'x-forwarded-for': '203.0.113.9',
        'x-real-ip': '203.0.113.9',
        forwarded: 'for=203.0.113.9;host=evil.example;proto=https',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        'x-forwarded-prefix': '/evil',
      };
      const anyone = createApi(product().origins, null);
      const leaving = await anyone.request('GET', '/api/session/google?display=redirect', undefined, forwarded);
      const issuer = new URL(leaving.headers.get('location') ?? '');
      expect(issuer.searchParams.get('redirect_uri')).toBe(`${product().publicUrl}/api/session/callback`);

      const session = await signInByBrowser(product());
      await anyone.request('POST', '/api/session/token', undefined, { cookie: session.cookie, ...forwarded });
      const devices = await session.api.request('GET', '/api/session/all', undefined, forwarded);
      expect(JSON.stringify(devices.body)).not.toContain('203.0.113.9');
    });
  });
}
