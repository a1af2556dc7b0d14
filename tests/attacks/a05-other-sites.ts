import { publicCalls } from '@koinonia/kit/testing/public-calls.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { signInByBrowser } from '../support/browser-session.ts';
import { somebody } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { callName, filledIn } from './who-may-call.ts';

const changing = publicCalls.filter(({ method }) => method !== 'GET');

/** Requests that a page of another site can make a browser send: with its cookie, and without a CORS preflight. */
const ways: readonly [string, Record<string, string>, string][] = [
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'displayName=Mallory&theme=dark&role=admin'],
  ['a form of plain text', { 'content-type': 'text/plain' }, '{"displayName":"Mallory","active":false,"x":"="}'],
  [
    'a form with a file',
    { 'content-type': 'multipart/form-data; boundary=x' },
    '--x\r\ncontent-disposition: form-data; name="avatar"; filename="x.png"\r\n\r\nx\r\n--x--\r\n',
  ],
  ['a script', { 'content-type': 'application/json' }, '{"displayName":"Mallory"}'],
];
const sites: readonly Record<string, string>[] = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
];

export function otherSites(product: () => Product): void {
  describe('pages of other sites', () => {
    test('A5 change nothing by the cookie of whoever looks at them, at any call, in any way', async () => {
      const { cookie, api, uid } = await signInByBrowser(product());
      const other = await somebody(product());
      const chat = await other.groupChatWith([{ ...other, uid }], 'Harbour');
      const state = async () => [
        (await api.request('GET', '/api/me')).body,
        (await api.request('GET', '/api/chat')).body,
        (await api.request('GET', '/api/session/all')).body,
        (await api.request('GET', '/api/chat/settings')).body,
        (await api.request('GET', '/api/me/deletion-request')).body,
      ];
      const before = await state();
      const anyone = createApi(product().origins, null);
      for (const call of changing) {
        const path = filledIn(call.path, call.path.startsWith('/api/chat') ? chat.id : uid);
        for (const [way, headers, body] of ways) {
          for (const site of sites) {
            const sent = call.method === 'DELETE' ? undefined : body;
            const answer = await anyone.request(call.method, path, sent, { cookie, ...headers, ...site });
            expect([callName(call), way, [401, 403].includes(answer.status)]).toEqual([callName(call), way, true]);
            expect(answer.headers.getSetCookie()).toEqual([]);
          }
        }
      }
      expect(await state()).toEqual(before);
    });

    test('A5 read nothing by it either: what the cookie opens is files, and a token for our own pages', async () => {
      const { cookie } = await signInByBrowser(product());
      const anyone = createApi(product().origins, null);
      for (const call of publicCalls.filter(
        ({ method, path }) => method === 'GET' && !path.startsWith('/api/session/'),
      )) {
        if (call.path === '/api/config') continue;
        const { status } = await anyone.request('GET', filledIn(call.path, 'x'), undefined, { cookie });
        expect([callName(call), status]).toEqual([callName(call), 401]);
      }
    });

    test('A5 are given no leave to ask (CORS), with or without credentials', async () => {
      const { token, cookie } = await signInByBrowser(product());
      const anyone = createApi(product().origins, null);
      for (const origin of ['https://evil.example', 'null', `${product().publicUrl}.evil.example`]) {
        for (const path of ['/api/me', '/api/session/token', '/api/config', '/']) {
          const asked = {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization',
          };
          const answers = await Promise.all([
            anyone.request('OPTIONS', path, undefined, asked),
            anyone.request('GET', path, undefined, { origin, cookie, authorization: `Bearer ${token}` }),
          ]);
          for (const { headers } of answers) {
            const allowed = [...headers.keys()].filter((name) => name.startsWith('access-control-allow'));
            expect([path, allowed]).toEqual([path, []]);
          }
        }
      }
    });
  });
}
