import { describe, expect, test } from 'vitest';
import { png } from '../api/a-picture.ts';
import { signInByBrowser } from '../support/browser-session.ts';
import { somebody } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { openRawWebSocket } from './raw-websocket.ts';

/** The protective headers of every answer, which limit the damage of mistakes elsewhere. */
export function everyHeader(product: () => Product): void {
  const asPage = { accept: 'text/html,*/*', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };

  describe('the headers of every kind of answer', () => {
    test('keep a page, a file, data, an error and a redirect to themselves', async () => {
      const origin = product().publicUrl;
      const ruth = await somebody(product());
      const { cookie } = await signInByBrowser(product());
      const body = new FormData();
      body.set('avatar', new Blob([new Uint8Array(png)]), 'me.png');
      const headers = { authorization: `Bearer ${ruth.token}` };
      const { url } = (await (
        await fetch(`${origin}/api/upload-avatar`, { method: 'POST', headers, body })
      ).json()) as { url: string };
      // On a busy machine it is not yet there when the upload is answered (202).
      await expect.poll(async () => (await fetch(origin + url, { headers })).status).toBe(200);
      const page = await (await fetch(`${origin}/`, { headers: asPage })).text();
      const [script = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
      const kinds: [string, string, RequestInit, number][] = [
        ['a page', '/', { headers: asPage }, 200],
        ['another page', '/chat?x=1', { headers: asPage }, 200],
        ['the page after a sign-in', '/signed-in.html', { headers: asPage }, 200],
        ['a script', script, {}, 200],
        ['the service worker', '/sw.js', {}, 200],
        ['the manifest', '/manifest.webmanifest', {}, 200],
        ['a file that is not there', '/assets/no.js', {}, 404],
        ['data for anyone', '/api/config', {}, 200],
        ['data', '/api/me', { headers }, 200],
        ['no data', '/api/me', {}, 401],
        ['what is not there', '/api/nothing', { headers }, 404],
        [
          'what is malformed',
          '/api/chat/create',
          { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{' },
          400,
        ],
        ['a crooked address', '/api/users/%00', { headers }, 400],
        ['a redirect', '/api/session/google', { redirect: 'manual' }, 302],
        ['a token', '/api/session/token', { method: 'POST', headers: { cookie } }, 200],
        ['nothing', '/api/session', { method: 'DELETE', headers: { cookie } }, 204],
        ['a picture', url, { headers }, 200],
        ['no picture', url, {}, 401],
        ['what is not changed', url, { headers: { ...headers, 'if-none-match': '*' } }, 304],
        ['a socket by HTTP', '/socket.io/?EIO=4&transport=polling', {}, 404],
        ['health', '/healthz', {}, 200],
      ];
      for (const [kind, path, options, status] of kinds) {
        const answer = await fetch(origin + path, options);
        await answer.arrayBuffer();
        const said = (name: string) => answer.headers.get(name) ?? '';
        expect([kind, answer.status]).toEqual([kind, status]);
        expect([kind, said('x-content-type-options')]).toEqual([kind, 'nosniff']);
        expect([kind, said('referrer-policy')]).toEqual([kind, 'strict-origin-when-cross-origin']);
        expect([kind, said('cross-origin-opener-policy')]).toEqual([kind, 'same-origin']);
        expect([kind, said('cross-origin-resource-policy')]).toEqual([kind, 'same-origin']);
        expect([kind, said('x-frame-options')]).toEqual([kind, 'DENY']);
        expect([kind, said('permissions-policy')]).toEqual([kind, expect.stringContaining('camera=()')]);
        const policy = said('content-security-policy');
        expect([kind, /default-src '(self|none)'/.test(policy)]).toEqual([kind, true]);
        expect([kind, /sandbox|frame-ancestors 'none'/.test(policy)]).toEqual([kind, true]);
        expect([
          kind,
          /unsafe|\*|nonce|data:(?!;)|https?:\/\/(?!localhost|127)/.test(policy.replace(/img-src[^;]+/, '')),
        ]).toEqual([kind, false]);
        // On the plain http of a single machine, browsers must not be redirected to https, which does not exist there.
        expect([kind, said('strict-transport-security')]).toEqual([kind, '']);
        expect([kind, said('server'), said('x-powered-by')]).toEqual([kind, '', '']);
        expect([kind, said('access-control-allow-origin')]).toEqual([kind, '']);
      }
    });

    test('a page holds no script, style or handler of its own that the policy would have to allow', async () => {
      for (const path of ['/', '/signed-in.html']) {
        const page = await (await fetch(product().publicUrl + path, { headers: asPage })).text();
        expect(page).not.toMatch(/<style|\son[a-z]+=|\sstyle=|javascript:/i);
        for (const [, attributes, inside] of page.matchAll(/<script([^>]*)>([^<]*)/g)) {
          expect([attributes?.includes('src="/'), inside?.trim()]).toEqual([true, '']);
        }
      }
    });

    test('a refused upgrade says as little as any refusal', async () => {
      const raw = await openRawWebSocket(product().origins[0]!, undefined, { Origin: 'https://evil.example' });
      for (const header of ['X-Content-Type-Options: nosniff', 'Cache-Control: no-store'])
        expect(raw.answer).toContain(header);
      raw.close();
    });
  });
}
