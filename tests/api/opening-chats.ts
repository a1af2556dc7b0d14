import type { Chat } from '@koinonia/contracts/chat.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { people, somebody, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

export function openingChats(product: () => Product): void {
  const create = (person: Person, body: unknown) => person.api.request('POST', '/api/chat/create', body);

  describe('opening chats', () => {
    test('a direct chat is made once and found by either side', async () => {
      const [ruth, ben] = await people(product(), 2);
      const first = await create(ruth!, { users: [ben!.uid], isGroup: false });
      const chat = first.body as Chat;
      expect(first.status).toBe(201);
      expect(chat).toEqual({
        id: expect.any(String),
        isGroup: false,
        name: null,
        users: expect.arrayContaining([ruth!.uid, ben!.uid]),
        lastMessage: '',
        lastMessageAt: null,
        lastSeq: 0,
        unreadCount: 0,
        readSeq: 0,
      });
      expect(chat.users).toHaveLength(2);
      const again = await create(ben!, { users: [ben!.uid, ruth!.uid], isGroup: false });
      expect(again).toMatchObject({ status: 200, body: { id: chat.id } });
    });

    test('fifty who ask at the same moment get one chat', async () => {
      const [ruth, ben] = await people(product(), 2);
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, turn) =>
          turn % 2 === 0
            ? create(ruth!, { users: [ben!.uid], isGroup: false })
            : create(ben!, { users: [ruth!.uid], isGroup: false }),
        ),
      );
      expect(new Set(answers.map(({ body }) => (body as Chat).id)).size).toBe(1);
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201]);
      await expect(ruth!.chats()).resolves.toHaveLength(1);
    });

    test('fifty who ask for the same group at the same moment get one chat', async () => {
      const [ruth, ben, marta] = await people(product(), 3);
      const everyone = [ruth!, ben!, marta!];
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, turn) =>
          create(everyone[turn % 3]!, { users: everyone.map(({ uid }) => uid), isGroup: true }),
        ),
      );
      expect(new Set(answers.map(({ body }) => (body as Chat).id)).size).toBe(1);
    });

    test('a group of exactly the same people is found again, however they are named, and keeps its name', async () => {
      const [ruth, ben, marta] = await people(product(), 3);
      const group = await ruth!.groupChatWith([ben!, marta!], 'Kitchen team');
      expect(group).toMatchObject({ isGroup: true, name: 'Kitchen team' });
      const again = await create(marta!, { users: [ben!.uid, ruth!.uid, ben!.uid], isGroup: true, name: 'Cooks' });
      expect(again).toMatchObject({ status: 200, body: { id: group.id, name: 'Kitchen team' } });
    });

    test('one more person is another group, and two people may have a group beside their direct chat', async () => {
      const [ruth, ben, marta] = await people(product(), 3);
      const chats = [
        await ruth!.groupChatWith([ben!, marta!]),
        await ruth!.groupChatWith([ben!]),
        await ruth!.directChatWith(ben!),
      ];
      expect(new Set(chats.map(({ id }) => id)).size).toBe(3);
    });

    test('nobody selected is refused', async () => {
      const ruth = await somebody(product());
      await refused(create(ruth, { users: [], isGroup: false }), 400);
      await refused(create(ruth, { users: [], isGroup: true }), 400);
      await refused(create(ruth, { users: [ruth.uid], isGroup: false }), 400);
    });

    test('people who do not exist are refused, and no chat is left behind', async () => {
      const [ruth, ben] = await people(product(), 2);
      await refused(create(ruth!, { users: ['nobody'], isGroup: false }), 400);
      await refused(create(ruth!, { users: [ben!.uid, 'nobody'], isGroup: true }), 400);
      await expect(ruth!.chats()).resolves.toEqual([]);
    });

    test('a direct chat is between two', async () => {
      const [ruth, ben, marta] = await people(product(), 3);
      await refused(create(ruth!, { users: [ben!.uid, marta!.uid], isGroup: false }), 400);
    });

    test.each([
      ['no body', undefined],
      ['no people', { isGroup: true }],
      ['a person that is an object', { users: [{ $ne: 1 }], isGroup: false }],
      ['a kind in words', { users: ['x'], isGroup: 'true' }],
      ['a list that is a text', { users: 'x', isGroup: false }],
    ])('%s is refused', async (_, body) => {
      const ruth = await somebody(product());
      await refused(create(ruth, body), 400);
    });

    test('is not for anonymous callers', async () => {
      const anyone = createApi(product().origins, null);
      await refused(anyone.request('POST', '/api/chat/create', { users: ['x'], isGroup: false }), 401);
    });

    test('the list has the newest activity first', async () => {
      const [ruth, ben, marta] = await people(product(), 3);
      const withBen = await ruth!.directChatWith(ben!);
      const withMarta = await ruth!.directChatWith(marta!);
      const order = async () => (await ruth!.chats()).map(({ id }) => id);
      await ben!.send(withBen, 'Are you coming?');
      expect(await order()).toEqual([withBen.id, withMarta.id]);
      await marta!.send(withMarta, 'The van leaves at six.');
      expect(await order()).toEqual([withMarta.id, withBen.id]);
    });
  });
}
