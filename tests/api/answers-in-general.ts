import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { somebody } from '../support/people.ts';
import { domain, type Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

export function answersInGeneral(product: () => Product): void {
  describe('answers in general', () => {
    test('anyone may know the name of the base and how to sign in, and nothing else', async () => {
      const answer = await createApi(product().origins, null).request('GET', '/api/config');
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ orgName: 'Harbour Base', domain, signIn: 'google' });
    });

    test('no cache on the way may keep anything under /api', async () => {
      const ruth = await somebody(product());
      const paths = ['config', 'me', 'users', 'groups', 'chat', 'nothing'].map((name) => `/api/${name}`);
      for (const path of [...paths, '/%61pi/config', '/%61pi/me']) {
        const { headers } = await ruth.api.request('GET', path);
        expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
      }
    });

    test('a list is sent again only when it has changed', async () => {
      const ruth = await somebody(product());
      const chat = await ruth.groupChatWith([await somebody(product())], 'Once is enough');
      const etags: Record<string, string> = {};
      const ask = async (path: string) => {
        const { status, headers, body } = await ruth.api.request('GET', path, undefined, {
          'if-none-match': etags[path] ?? '"none"',
        });
        etags[path] = headers.get('etag') ?? '';
        return { status, body };
      };
      const listed = (await ask('/api/chat')).body;
      expect(listed).toEqual([expect.objectContaining({ id: chat.id })]);
      expect(await ask('/api/chat')).toEqual({ status: 304, body: undefined });
      await ruth.send(chat, 'News');
      expect(await ask('/api/chat')).toMatchObject({ status: 200, body: [{ lastMessage: 'News' }] });

      const mine = () => ask(`/api/users?search=${ruth.email}`);
      expect([(await mine()).status, (await mine()).status]).toEqual([200, 304]);
    });

    test('an unknown address is answered in JSON', async () => {
      const ruth = await somebody(product());
      for (const [method, path] of [
        ['GET', '/api/nothing'],
        ['GET', '/api'],
        ['POST', '/api/chat'],
        ['PUT', '/api/me'],
        ['GET', '/api/chat/'],
        ['DELETE', '/api/users'],
      ] as const) {
        await refused(ruth.api.request(method, path), 404, 'not_found');
      }
    });

    test('a body that is not JSON is refused as such', async () => {
      const ruth = await somebody(product());
      await refused(ruth.api.request('POST', '/api/update-profile', '{"displayName": '), 400);
      await refused(ruth.api.request('POST', '/api/update-profile', '[]'), 400);
      await refused(ruth.api.request('POST', '/api/update-profile', 'null'), 400);
    });

    test('a body in another encoding than UTF-8 is refused, not stored with other letters', async () => {
      const { token } = await somebody(product());
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      for (const path of ['/api/update-profile', '/api/chat/send']) {
        const body = Buffer.from('{"displayName":"J\u00f6rg","text":"J\u00f6rg","chatId":"x"}', 'latin1');
        const answer = await fetch(product().origins[0]! + path, { method: 'POST', headers, body });
        expect([path, answer.status, await answer.json()]).toMatchObject([path, 400, { code: 'malformed' }]);
      }
    });

    test('an address that cannot be decoded, or is too long, is refused in the form of every error', async () => {
      const ruth = await somebody(product());
      await refused(ruth.api.request('GET', '/api/user/%'), 400, 'malformed');
      await refused(ruth.api.request('GET', `/api/user/${'x'.repeat(300)}`), 414, 'uri_too_long');
    });

    test('an id that is not one of ours is not found, however short or long it is', async () => {
      const ruth = await somebody(product());
      for (const id of ['', 'x', 'x'.repeat(200)]) {
        for (const path of [`/api/user/${id}`, `/api/chat/${id}x/messages`]) {
          await refused(ruth.api.request('GET', path), 404, 'not_found');
        }
        await refused(ruth.api.request('DELETE', `/api/session/${id}`), 404, 'not_found');
      }
    });

    test('a body of another kind is refused, however the kind is spelt', async () => {
      const ruth = await somebody(product());
      for (const kind of ['text/plain', 'application/x-www-form-urlencoded', 'text/json', 'application/xml']) {
        await refused(ruth.api.request('POST', '/api/update-profile', '{}', { 'content-type': kind }), 415);
      }
    });

    test('a body that is far too large is refused and the server goes on', async () => {
      const ruth = await somebody(product());
      const huge = JSON.stringify({ displayName: 'x'.repeat(3_000_000) });
      await refused(ruth.api.request('POST', '/api/update-profile', huge), 413);
      await expect(ruth.me()).resolves.toMatchObject({ uid: ruth.uid });
    });

    test('the server says that it is alive and ready', async () => {
      const anyone = createApi(product().origins, null);
      expect((await anyone.request('GET', '/healthz')).status).toBe(200);
      expect((await anyone.request('GET', '/readyz')).status).toBe(200);
    });
  });
}
