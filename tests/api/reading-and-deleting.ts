import type { Chat } from '@koinonia/contracts/chat.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { people, somebody, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

export function readingAndDeleting(product: () => Product): void {
  async function benHasThreeUnread() {
    const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
    const chat = await ruth.directChatWith(ben);
    for (const text of ['One', 'Two', 'Three']) await ruth.send(chat, text);
    return { ruth, ben, chat };
  }
  const read = (person: Person, chat: Chat, body: unknown) =>
    person.api.request('POST', `/api/chat/${chat.id}/read`, body);
  const unread = async (person: Person) => (await person.chats())[0]?.unreadCount;

  describe('reading', () => {
    test('moves the read position forward, never back and never past the end', async () => {
      const { ruth, ben, chat } = await benHasThreeUnread();
      expect(await unread(ben)).toBe(3);
      expect((await read(ben, chat, { seq: 2 })).status).toBe(204);
      expect(await unread(ben)).toBe(1);
      await read(ben, chat, { seq: 1 });
      expect(await unread(ben)).toBe(1);
      expect((await read(ben, chat, { seq: 5000 })).status).toBe(204);
      expect(await unread(ben)).toBe(0);
      await ruth.send(chat, 'Four');
      expect(await unread(ben)).toBe(1);
    });

    test('a chat can be marked unread, and read again', async () => {
      const { ben, chat } = await benHasThreeUnread();
      await read(ben, chat, { seq: 3 });
      expect((await read(ben, chat, { unread: true })).status).toBe(204);
      expect(await unread(ben)).toBeGreaterThanOrEqual(1);
      await read(ben, chat, { seq: 3 });
      expect(await unread(ben)).toBe(0);
    });

    test('one’s own messages are read', async () => {
      const { ruth, ben, chat } = await benHasThreeUnread();
      expect(await unread(ruth)).toBe(0);
      await ben.send(chat, 'Thanks');
      expect(await unread(ruth)).toBe(1);
    });

    test.each([{}, { seq: -1 }, { seq: 1.5 }, { seq: '2' }, { seq: null }, { unread: false }, { unread: 'yes' }])(
      'refuses %j',
      async (body) => {
        const { ben, chat } = await benHasThreeUnread();
        await refused(read(ben, chat, body), 400, 'invalid');
        expect(await unread(ben)).toBe(3);
      },
    );

    test('is for members of the chat only', async () => {
      const { chat } = await benHasThreeUnread();
      await refused(read(await somebody(product()), chat, { seq: 1 }), 404, 'not_found');
      const anyone = createApi(product().origins, null);
      await refused(anyone.request('POST', `/api/chat/${chat.id}/read`, { seq: 1 }), 401);
    });
  });

  describe('deleting a chat for oneself', () => {
    const remove = (person: Person, chat: Chat) => person.api.request('DELETE', `/api/chat/${chat.id}`);

    test('takes it and its history away from the caller alone', async () => {
      const { ruth, ben, chat } = await benHasThreeUnread();
      expect((await remove(ben, chat)).status).toBe(204);
      await expect(ben.chats()).resolves.toEqual([]);
      await expect(ben.messages(chat)).resolves.toEqual([]);
      await expect(ben.messages(chat, { after: 0, limit: 200 })).resolves.toEqual([]);
      await expect(ruth.chats()).resolves.toHaveLength(1);
      await expect(ruth.messages(chat)).resolves.toHaveLength(3);
    });

    test('a later message brings it back with only what is new', async () => {
      const { ruth, ben, chat } = await benHasThreeUnread();
      await remove(ben, chat);
      await ruth.send(chat, 'Four');
      await expect(ben.chats()).resolves.toMatchObject([{ id: chat.id, lastMessage: 'Four', unreadCount: 1 }]);
      await expect(ben.messages(chat)).resolves.toMatchObject([{ seq: 4, text: 'Four' }]);
      await expect(ben.messages(chat, { before: 4 })).resolves.toEqual([]);
    });

    test('opening it with the same people again brings it back empty', async () => {
      const { ruth, ben, chat } = await benHasThreeUnread();
      await remove(ben, chat);
      await expect(ben.directChatWith(ruth)).resolves.toMatchObject({ id: chat.id, lastMessage: '', unreadCount: 0 });
      await expect(ben.chats()).resolves.toMatchObject([{ id: chat.id }]);
      await expect(ben.messages(chat)).resolves.toEqual([]);
      await ben.send(chat, 'Here I am again');
      await expect(ben.messages(chat)).resolves.toMatchObject([{ seq: 4 }]);
    });

    test('twice is the same as once', async () => {
      const { ben, chat } = await benHasThreeUnread();
      await remove(ben, chat);
      expect((await remove(ben, chat)).status).toBe(204);
    });

    test('is for members of the chat only', async () => {
      const { ruth, chat } = await benHasThreeUnread();
      await refused(remove(await somebody(product()), chat), 404, 'not_found');
      await refused(createApi(product().origins, null).request('DELETE', `/api/chat/${chat.id}`), 401);
      await expect(ruth.chats()).resolves.toHaveLength(1);
    });
  });
}
