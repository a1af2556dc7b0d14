import { describe, expect, test } from 'vitest';
import { people, somebody } from '../support/people.ts';
import { plainRequest } from '../support/plain-request.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** What is no text of an id's kind, as a database's own language might take it. */
const confusions: unknown[] = [{ $ne: 1 }, { $gt: '' }, ['a', 'b'], 1e308, -1.5, true, null, { toString: 'x' }];

export function hostileBodies(product: () => Product): void {
  describe('hostile bodies', () => {
    test('fields that are not one’s own to set are ignored', async () => {
      const ruth = await somebody(product());
      const before = await ruth.me();
      const body = {
        uid: 'somebody-else',
        email: 'boss@base.example',
        role: 'admin',
        groups: ['Leaders'],
        photoURL: 'https://evil.example/track.png',
        active: false,
        id: 1,
        phone: '555 0100',
      };
      expect((await ruth.api.request('POST', '/api/update-profile', body)).status).toBe(200);
      await expect(ruth.me()).resolves.toEqual({ ...before, phone: '555 0100' });
    });

    test.each(['__proto__', 'constructor', 'prototype'])('a body with %s in it pollutes nothing', async (name) => {
      const ruth = await somebody(product());
      const body = `{"theme":"dark","${name}":{"role":"admin","isAdmin":true,"active":false}}`;
      const answer = await ruth.api.request('POST', '/api/update-profile', body);
      expect([200, 400]).toContain(answer.status);
      await expect(ruth.me()).resolves.toMatchObject({ role: 'member' });
      const other = await somebody(product());
      await expect(other.me()).resolves.toMatchObject({ role: 'member' });
    });

    test.each([
      'application/json;',
      'application/JSON ; x',
      'application/json, text/plain',
      'application/jsonx',
      'application/vnd.api+json',
      '',
    ])('a body of the kind %j is checked like any other, or refused', async (kind) => {
      const ruth = await somebody(product());
      const body = JSON.stringify({ theme: 'neon', displayName: { $ne: 1 } });
      const answer = await ruth.api.request('POST', '/api/update-profile', body, { 'content-type': kind });
      expect([400, 415]).toContain(answer.status);
      await expect(ruth.me()).resolves.toMatchObject({ theme: 'auto', displayName: ruth.name });
    });

    test('wrong kinds in the place of an id or a text are refused', async () => {
      const [ruth, ben] = await people(product(), 2);
      const chat = await ruth!.directChatWith(ben!);
      const message = await ruth!.send(chat, 'Hello');
      const { request } = ruth!.api;
      for (const confusion of confusions) {
        const tries = [
          request('POST', '/api/chat/send', { chatId: confusion, text: 'x' }),
          request('POST', '/api/chat/send', { chatId: chat.id, text: confusion }),
          request('POST', '/api/chat/create', { users: [confusion], isGroup: false }),
          request('POST', '/api/chat/create', { users: confusion, isGroup: true }),
          request('POST', '/api/chat/react', { chatId: chat.id, messageId: confusion, emoji: '🎉' }),
          request('POST', `/api/chat/${chat.id}/read`, { seq: confusion }),
          request('POST', '/api/update-profile', { displayName: confusion }),
        ];
        for (const one of tries) await refused(one, 400);
      }
      await expect(ruth!.messages(chat)).resolves.toEqual([message]);
    });

    test('words of SQL are words', async () => {
      const [ruth, ben] = await people(product(), 2);
      const chat = await ruth!.directChatWith(ben!);
      const text = `'); drop table messages; -- " \\ $1 %s`;
      await expect(ruth!.send(chat, text, `'; select 1 --`)).resolves.toMatchObject({ text });
      for (const id of [`' or 1=1 --`, `${chat.id}'`, `${chat.id}\0`, `${chat.id}%00`, '$ne']) {
        const answer = await ruth!.api.request('GET', `/api/chat/${encodeURIComponent(id)}/messages`);
        expect([id, [400, 404].includes(answer.status)]).toEqual([id, true]);
      }
      await expect(ruth!.messages(chat)).resolves.toMatchObject([{ text }]);
    });

    test('a body that is nested ten thousand deep harms nobody', async () => {
      const ruth = await somebody(product());
      for (const body of [nested(10_000), `{"users":${nested(10_000)},"isGroup":true}`]) {
        const answer = await ruth.api.request('POST', '/api/chat/create', body);
        expect([400, 413]).toContain(answer.status);
      }
      await expect(ruth.me()).resolves.toMatchObject({ uid: ruth.uid });
    });

    test('a thousand people in one request are answered, not suffered', async () => {
      const ruth = await somebody(product());
      const users = Array.from(
        { length: 1000 },
        (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      );
      await refused(ruth.api.request('POST', '/api/chat/create', { users, isGroup: true }), 400);
      const more = Array.from({ length: 20_000 }, () => 'x');
      const answer = await ruth.api.request('POST', '/api/chat/create', { users: more, isGroup: true });
      expect([400, 413]).toContain(answer.status);
    });

    test('markup is kept as the text that it is, and told as data', async () => {
      const [ruth, ben] = await people(product(), 2);
      const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>';
      await ruth!.api.request('POST', '/api/update-profile', { displayName: markup });
      const chat = await ruth!.groupChatWith([ben!], markup);
      await ruth!.send(chat, markup);
      for (const path of ['/api/chat', `/api/chat/${chat.id}/messages`, `/api/user/${ruth!.uid}`, '/api/users']) {
        const answer = await ben!.api.request('GET', path);
        expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
        expect(JSON.stringify(answer.body)).toContain(JSON.stringify(markup).slice(1, -1));
      }
    });

    test('an address with tricks in it leads nowhere', async () => {
      const ruth = await somebody(product());
      const headers = { authorization: `Bearer ${ruth.token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ uids: [ruth.uid] });
      for (const path of [
        '/internal/people/look-up',
        '/api/../internal/people/look-up',
        '/api/%2e%2e/internal/people/look-up',
        '/api/..%2finternal%2fpeople%2flook-up',
        '/api/chat/../../internal/people/look-up',
        '/api/users/../../internal/people/look-up',
        '/api/users/..%2f..%2finternal/people/look-up',
        '/api/users/%5c..%5c..%5cinternal%5cpeople%5clook-up',
        '/api//internal/people/look-up',
        '/api/users/;/../internal',
        '//evil.example/api/me',
        'http://evil.example/internal/people/look-up',
        '/api/users/%00',
        '/api/users/%',
        '/api/users/\\..\\internal',
      ]) {
        const { status, text } = await plainRequest(product().origins[0]!, 'POST', path, { headers, body });
        expect([path, [400, 403, 404, 405].includes(status)]).toEqual([path, true]);
        expect(text).not.toContain(ruth.name);
      }
    });
  });
}
