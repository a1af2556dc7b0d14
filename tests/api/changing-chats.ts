import type { Chat } from '@koinonia/contracts/chat.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { people, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

export function changingChats(product: () => Product): void {
  const change = (person: Person, chat: Chat, body: unknown) =>
    person.api.request('PATCH', `/api/chat/${chat.id}`, body);
  async function kitchenTeam() {
    const [ruth, ben, marta, tomas] = (await people(product(), 4)) as [Person, Person, Person, Person];
    return { ruth, ben, marta, tomas, chat: await ruth.groupChatWith([ben, marta], 'Kitchen team') };
  }

  describe('changing a group chat', () => {
    test('any member may rename it', async () => {
      const { ruth, ben, chat } = await kitchenTeam();
      expect(await change(ben, chat, { name: 'Cooks' })).toMatchObject({
        status: 200,
        body: { id: chat.id, name: 'Cooks' },
      });
      await expect(ruth.chats()).resolves.toMatchObject([{ name: 'Cooks' }]);
    });

    test('whoever is added sees what comes after', async () => {
      const { ruth, tomas, chat } = await kitchenTeam();
      await ruth.send(chat, 'Before Tomás came');
      const answer = await change(ruth, chat, { add: [tomas.uid] });
      expect((answer.body as Chat).users).toContain(tomas.uid);
      const line = { seq: 2, senderId: ruth.uid, system: { kind: 'added', people: [tomas.uid] } };
      await expect(tomas.messages(chat)).resolves.toMatchObject([line]);
      await ruth.send(chat, 'Welcome, Tomás');
      await expect(tomas.messages(chat)).resolves.toMatchObject([line, { seq: 3, text: 'Welcome, Tomás' }]);
      await expect(tomas.chats()).resolves.toMatchObject([{ id: chat.id, unreadCount: 1 }]);
    });

    test('whoever is removed no longer finds it', async () => {
      const { ruth, ben, chat } = await kitchenTeam();
      const answer = await change(ruth, chat, { remove: [ben.uid] });
      expect((answer.body as Chat).users).not.toContain(ben.uid);
      await expect(ben.chats()).resolves.toEqual([]);
      await refused(ben.api.request('GET', `/api/chat/${chat.id}/messages`), 404);
      await refused(ben.api.request('POST', '/api/chat/send', { chatId: chat.id, text: 'Still here?' }), 404);
      await refused(change(ben, chat, { add: [ben.uid] }), 404);
    });

    test('removing oneself is leaving', async () => {
      const { ruth, ben, chat } = await kitchenTeam();
      expect((await change(ben, chat, { remove: [ben.uid] })).status).toBe(200);
      await expect(ben.chats()).resolves.toEqual([]);
      expect((await ruth.chats())[0]?.users).not.toContain(ben.uid);
    });

    test('a direct chat cannot be changed', async () => {
      const { ruth, ben, marta } = await kitchenTeam();
      const direct = await ruth.directChatWith(ben);
      await refused(change(ruth, direct, { name: 'Us' }), 400);
      await refused(change(ruth, direct, { add: [marta.uid] }), 400);
      await refused(change(ruth, direct, { remove: [ruth.uid] }), 400);
    });

    test.each([{ name: 5 }, { add: 'x' }, { add: [{}] }, { add: ['nobody'] }, { name: 'a\0b' }])(
      'refuses %j',
      async (body) => {
        const { ruth, chat } = await kitchenTeam();
        await refused(change(ruth, chat, body), 400);
        await expect(ruth.chats()).resolves.toMatchObject([{ name: 'Kitchen team', users: { length: 3 } }]);
      },
    );

    test('is for members of the chat only', async () => {
      const { ruth, tomas, chat } = await kitchenTeam();
      await refused(change(tomas, chat, { add: [tomas.uid] }), 404, 'not_found');
      await refused(createApi(product().origins, null).request('PATCH', `/api/chat/${chat.id}`, { name: 'x' }), 401);
      await expect(ruth.chats()).resolves.toMatchObject([{ name: 'Kitchen team' }]);
    });
  });
}
