import { describe, expect, test } from 'vitest';
import { admin, people, type Person, somebody } from '../support/people.ts';
import type { Product } from '../support/product.ts';

/** GHSA-573f-x89g-hqp9 and GHSA-247c-9743-5963, Fastify: a body with an odd content type was not validated. */
export function fieldsOfOthers(product: () => Product): void {
  describe('fields that are not one’s own to set', () => {
    test('A16 are ignored in one’s profile', async () => {
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

    test('A16 are ignored in a message, a chat, a reaction and what one has read', async () => {
      const [ruth, ben, marta] = (await people(product(), 3)) as [Person, Person, Person];
      const made = {
        id: 'x',
        photoURL: 'https://evil.example/x.png',
        lastSeq: 9,
        createdAt: '2001-01-01T00:00:00.000Z',
      };
      const create = { users: [ben.uid], isGroup: false, ...made, markedUnread: true };
      const chat = (await ruth.api.request('POST', '/api/chat/create', create)).body as {
        id: string;
        photoURL?: string;
      };
      expect([chat.id, chat.photoURL]).not.toContain('x');
      expect(chat.photoURL).toBeUndefined();
      const said = {
        chatId: chat.id,
        text: 'Hello',
        senderId: ben.uid,
        seq: 7,
        system: { kind: 'left' },
        reactions: { '🎉': 9 },
        editedAt: made.createdAt,
        ...made,
      };
      const sent = await ruth.api.request('POST', '/api/chat/send', said);
      expect(sent).toMatchObject({ status: 201, body: { senderId: ruth.uid, seq: 1 } });
      expect(sent.body).toHaveProperty('reactions', {});
      const [message] = await ben.messages(chat);
      expect(message).not.toHaveProperty('system');
      expect(message).not.toHaveProperty('editedAt');
      expect(message!.createdAt > made.createdAt && message!.id !== 'x').toBe(true);
      await ruth.api.request('POST', '/api/chat/react', {
        chatId: chat.id,
        messageId: message!.id,
        emoji: '🎉',
        userId: ben.uid,
        uid: ben.uid,
        senderId: ben.uid,
      });
      expect((await ben.messages(chat))[0]).toMatchObject({ reactions: { '🎉': 1 }, myReactions: [] });
      await ruth.api.request('POST', `/api/chat/${chat.id}/read`, { seq: 1, uid: ben.uid, userId: ben.uid });
      expect((await ben.chats())[0]).toMatchObject({ unreadCount: 1 });
      // A direct chat stays a direct chat, even if a call asks to add people.
      await ruth.api.request('PATCH', `/api/chat/${chat.id}`, { users: [marta.uid], isGroup: true, add: [marta.uid] });
      expect(await marta.chats()).toEqual([]);
    });

    test('A16 are ignored where an admin changes somebody', async () => {
      const grace = await admin(product());
      const ben = await somebody(product());
      const before = await ben.me();
      const body = {
        uid: grace.uid,
        email: 'boss@base.example',
        displayName: 'Boss',
        photoURL: 'https://evil.example/x',
        subject: 'x',
        issuer: 'x',
        role: 'member',
      };
      expect((await grace.api.request('PATCH', `/api/users/${ben.uid}`, body)).status).toBe(200);
      await expect(ben.me()).resolves.toEqual(before);
    });

    test.each(['__proto__', 'constructor', 'prototype'])('A16 a body with %s in it pollutes nothing', async (name) => {
      const ruth = await somebody(product());
      const body = `{"theme":"dark","${name}":{"role":"admin","isAdmin":true,"active":false,"prototype":{"role":"admin"}}}`;
      const answer = await ruth.api.request('POST', '/api/update-profile', body);
      expect([200, 400]).toContain(answer.status);
      await expect(ruth.me()).resolves.toMatchObject({ role: 'member' });
      const other = await somebody(product());
      await expect(other.me()).resolves.toMatchObject({ role: 'member' });
    });

    test.each([
      'application/json;',
      'application/JSON ; x',
      'application/json\ta',
      'application/json, text/plain',
      'text/plain, application/json',
      'application/jsonx',
      'application/json; charset=utf-7',
      'application/vnd.api+json',
      'text/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      '',
    ])('A16 a body of the kind %j is checked like any other, or refused', async (kind) => {
      const ruth = await somebody(product());
      const body = JSON.stringify({ theme: 'neon', displayName: { $ne: 1 }, role: 'admin' });
      const answer = await ruth.api.request('POST', '/api/update-profile', body, { 'content-type': kind });
      expect([400, 415]).toContain(answer.status);
      await expect(ruth.me()).resolves.toMatchObject({ theme: 'auto', displayName: ruth.name, role: 'member' });
    });
  });
}
