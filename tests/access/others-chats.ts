import type { Chat } from '@koinonia/contracts/chat.ts';
import { describe, expect, test } from 'vitest';
import { openSocket } from '../support/live-socket.ts';
import { people, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

export function othersChats(product: () => Product): void {
  describe('a chat of others', () => {
    /** Ruth and Ben have a chat with one message; Mallory has a chat with Ruth, and no part in the first one. */
    async function setting() {
      const [ruth, ben, mallory] = (await people(product(), 3)) as [Person, Person, Person];
      const theirs = await ruth.directChatWith(ben);
      const own = await ruth.directChatWith(mallory);
      const message = await ruth.send(theirs, 'Please pray for my mother.');
      return { ruth, ben, mallory, theirs, own, message };
    }

    test('answers as if it were not there, to every call, and nothing comes of them', async () => {
      const { ruth, mallory, theirs, own, message } = await setting();
      const before = { chats: await ruth.chats(), messages: await ruth.messages(theirs) };
      const { request } = mallory.api;
      const attempts = (id: string, chatId: string) => [
        request('GET', `/api/chat/${id}/messages`),
        request('GET', `/api/chat/${id}/messages?after=0&limit=200`),
        request('POST', '/api/chat/send', { chatId: id, text: 'Hello' }),
        request('POST', '/api/chat/react', { chatId: id, messageId: message.id, emoji: '🎉' }),
        request('POST', '/api/chat/react', { chatId, messageId: message.id, emoji: '🎉' }),
        request('POST', `/api/chat/${id}/read`, { seq: 1 }),
        request('PATCH', `/api/chat/${id}`, { add: [mallory.uid] }),
        request('DELETE', `/api/chat/${id}`),
      ];
      const forbidden = await Promise.all(attempts(theirs.id, own.id).map((one) => refused(one, 404, 'not_found')));
      const missing = await Promise.all(
        attempts('00000000-0000-7000-8000-000000000000', own.id).map((one) => refused(one, 404, 'not_found')),
      );
      // Telling the two apart would tell which chats there are.
      expect(forbidden).toEqual(missing);
      expect({ chats: await ruth.chats(), messages: await ruth.messages(theirs) }).toEqual(before);
    });

    test('cannot be listened to, by its id or by any name that a room may have', async () => {
      const { ruth, mallory, theirs, own } = await setting();
      const spy = await openSocket(product().origins[0]!, mallory.token);
      const ruths = await openSocket(product().origins[0]!, ruth.token);
      await ruths.join([theirs, own]);
      const guesses = ['', 'c:', 'chat:', 'chat-', 'room:', '/'].map((prefix) => ({ id: prefix + theirs.id }));
      const ids = [ruth.uid, `p:${ruth.uid}`, `user:${ruth.uid}`, ruths.socket.id!, '*', '#'].map((id) => ({ id }));
      const { joined } = await spy.join([...guesses, ...ids, own]);
      expect(joined).toEqual([{ id: own.id, lastSeq: 0 }]);
      await ruth.send(theirs, 'This is between us.');
      await ruth.send(own, 'This is for you.');
      // What is for her has come; what was said before it, and is not for her, has not.
      await expect.poll(() => spy.received('newMessage').map(({ text }) => text)).toEqual(['This is for you.']);
      expect(JSON.stringify(spy.events)).not.toContain(theirs.id);
      spy.close();
      ruths.close();
    });

    test('cannot be entered by somebody who asks for it in the name of its members', async () => {
      const { ruth, ben, mallory, theirs } = await setting();
      const body = { users: [ruth.uid, ben.uid], isGroup: false };
      const answer = await mallory.api.request('POST', '/api/chat/create', body);
      expect([400, 201]).toContain(answer.status);
      expect((answer.body as Chat).id).not.toBe(theirs.id);
      const group = await mallory.groupChatWith([ruth, ben]);
      expect(group.users).toContain(mallory.uid);
      await expect(mallory.wholeHistory(group)).resolves.toEqual([]);
    });

    test('is not told to those outside when something happens in it', async () => {
      const { ruth, ben, mallory, theirs, own, message } = await setting();
      const spy = await openSocket(product().origins[0]!, mallory.token);
      await spy.join([own]);
      const trio = await ruth.groupChatWith([ben], 'Without you');
      await ruth.api.request('PATCH', `/api/chat/${trio.id}`, { name: 'Still without you' });
      await ben.api.request('POST', '/api/chat/react', { chatId: theirs.id, messageId: message.id, emoji: '🙏' });
      await ben.api.request('POST', `/api/chat/${theirs.id}/read`, { seq: 1 });
      await ruth.send(own, 'Now for you.');
      await expect.poll(() => spy.received('newMessage')).toHaveLength(1);
      const told = JSON.stringify(spy.events);
      for (const secret of [theirs.id, trio.id, message.id, 'Without you']) expect(told).not.toContain(secret);
      spy.close();
    });
  });
}
