import { randomUUID } from 'node:crypto';
import type { Message } from '@koinonia/contracts/chat.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { people, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

export function sending(product: () => Product): void {
  const send = (person: Person, body: unknown) => person.api.request('POST', '/api/chat/send', body);
  async function ruthAndBen() {
    const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
    return { ruth, ben, chat: await ruth.directChatWith(ben) };
  }

  describe('sending', () => {
    test('a message is numbered, kept and shown in the list of both', async () => {
      const { ruth, ben, chat } = await ruthAndBen();
      const clientId = randomUUID();
      const answer = await send(ruth, { chatId: chat.id, text: 'Good morning, Ben 🌞', clientId });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: expect.any(String),
        chatId: chat.id,
        seq: 1,
        senderId: ruth.uid,
        text: 'Good morning, Ben 🌞',
        attachmentUrl: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        clientId,
        reactions: {},
        myReactions: [],
      });
      await expect(ben.messages(chat)).resolves.toEqual([answer.body]);
      const shown = { id: chat.id, lastMessage: 'Good morning, Ben 🌞', lastSeq: 1 };
      await expect(ben.chats()).resolves.toMatchObject([{ ...shown, unreadCount: 1 }]);
      await expect(ruth.chats()).resolves.toMatchObject([{ ...shown, unreadCount: 0 }]);
    });

    test('without a clientId it is a message like any other, and two are two', async () => {
      const { ruth, ben, chat } = await ruthAndBen();
      await send(ruth, { chatId: chat.id, text: 'Amen' });
      await send(ruth, { chatId: chat.id, text: 'Amen' });
      const history = await ben.messages(chat);
      expect(history.map(({ seq, text }) => [seq, text])).toEqual([
        [1, 'Amen'],
        [2, 'Amen'],
      ]);
    });

    test('sent again with the same clientId it is the same message', async () => {
      const { ruth, ben, chat } = await ruthAndBen();
      const body = { chatId: chat.id, text: 'Dinner is at seven.', clientId: randomUUID() };
      const first = await send(ruth, body);
      const second = await send(ruth, body);
      expect([first.status, second.status]).toEqual([201, 200]);
      expect(second.body).toEqual(first.body);
      await expect(ben.messages(chat)).resolves.toHaveLength(1);
    });

    test('twenty times at once with the same clientId it is one message', async () => {
      const { ruth, ben, chat } = await ruthAndBen();
      const body = { chatId: chat.id, text: 'Can you hear me?', clientId: randomUUID() };
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(ruth, body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
      expect(new Set(answers.map((answer) => (answer.body as Message).seq))).toEqual(new Set([1]));
      await expect(ben.messages(chat)).resolves.toHaveLength(1);
    });

    test('the same clientId with another text is a conflict', async () => {
      const { ruth, ben, chat } = await ruthAndBen();
      const clientId = randomUUID();
      await ruth.send(chat, 'Yes', clientId);
      await refused(send(ruth, { chatId: chat.id, text: 'No', clientId }), 409, 'conflict');
      await expect(ben.messages(chat)).resolves.toMatchObject([{ text: 'Yes' }]);
    });

    test('the clientId of somebody else’s message is no conflict', async () => {
      const { ruth, ben, chat } = await ruthAndBen();
      const clientId = randomUUID();
      await ruth.send(chat, 'Mine', clientId);
      await expect(ben.send(chat, 'Mine as well', clientId)).resolves.toMatchObject({ seq: 2, senderId: ben.uid });
    });

    test('the sender is the caller, whatever the body says', async () => {
      const { ruth, ben, chat } = await ruthAndBen();
      const body = {
        chatId: chat.id,
        text: 'Hello',
        senderId: ben.uid,
        seq: 77,
        createdAt: '1999-01-01T00:00:00.000Z',
      };
      const answer = await send(ruth, body);
      expect(answer.body).toMatchObject({ senderId: ruth.uid, seq: 1 });
      expect((answer.body as Message).createdAt).not.toMatch(/^1999/);
    });

    test('messages of many people at once have seqs without a gap', async () => {
      const everyone = await people(product(), 5);
      const chat = await everyone[0]!.groupChatWith(everyone.slice(1));
      await Promise.all(
        everyone.flatMap((one) => Array.from({ length: 8 }, (_, n) => one.send(chat, `${one.name} ${n}`))),
      );
      const history = await everyone[3]!.wholeHistory(chat);
      expect(history.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    });

    test('a text may have ten thousand characters, counted as a reader counts them', async () => {
      const { ruth, chat } = await ruthAndBen();
      await expect(ruth.send(chat, 'a'.repeat(10_000))).resolves.toMatchObject({ seq: 1 });
      await expect(ruth.send(chat, '🙏'.repeat(10_000))).resolves.toMatchObject({ seq: 2 });
      await refused(send(ruth, { chatId: chat.id, text: 'a'.repeat(10_001) }), 400, 'invalid');
    });

    test.each([
      ['nothing', { text: '' }],
      ['blanks', { text: ' \n\t ' }],
      ['characters that nobody sees', { text: '\u200B\u2060\u3164' }],
      ['no text at all', {}],
      ['a text that is a number', { text: 7 }],
      ['a text that is a list', { text: ['a'] }],
      ['a NUL', { text: 'a\0b' }],
      ['half a character', { text: 'a\ud83d' }],
      ['an attachment from elsewhere', { text: 'a', attachmentUrl: 'https://evil.example/x.png' }],
      ['an attachment that is a script', { text: 'a', attachmentUrl: 'javascript:alert(1)' }],
      ['an attachment that was never given', { text: 'a', attachmentUrl: '/api/media/attachments/nothing' }],
      ['an empty clientId', { text: 'a', clientId: '' }],
      ['an endless clientId', { text: 'a', clientId: 'x'.repeat(1000) }],
    ])('%s cannot be sent', async (_, body) => {
      const { ruth, chat } = await ruthAndBen();
      await refused(send(ruth, { chatId: chat.id, ...body }), 400);
      await expect(ruth.messages(chat)).resolves.toEqual([]);
    });

    test.each([{ $ne: 1 }, ['x'], 1e308, null, true])('a chat that is no id is refused (%j)', async (chatId) => {
      const { ruth } = await ruthAndBen();
      await refused(send(ruth, { chatId, text: 'Hello' }), 400, 'invalid');
    });

    test('not to somebody else’s chat, nor to one that does not exist, nor without a token', async () => {
      const { chat } = await ruthAndBen();
      const [mallory] = await people(product(), 1);
      await refused(send(mallory!, { chatId: chat.id, text: 'Hello' }), 404, 'not_found');
      await refused(send(mallory!, { chatId: 'no chat', text: 'Hello' }), 404, 'not_found');
      const anyone = createApi(product().origins, null);
      await refused(anyone.request('POST', '/api/chat/send', { chatId: chat.id, text: 'Hello' }), 401);
    });
  });
}
