import type { Message } from '@koinonia/contracts/chat.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { people, somebody, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

export function reacting(product: () => Product): void {
  async function aMessage() {
    const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
    const chat = await ruth.directChatWith(ben);
    return { ruth, ben, chat, message: await ruth.send(chat, 'We have a new roof!') };
  }
  const react = (person: Person, message: Message, emoji: unknown, more: object = {}) =>
    person.api.request('POST', '/api/chat/react', { chatId: message.chatId, messageId: message.id, emoji, ...more });

  describe('reacting', () => {
    test('is on, then off, and counted per person', async () => {
      const { ruth, ben, chat, message } = await aMessage();
      const told = { ok: true, reactions: { '🎉': 1 }, changeSeq: expect.any(Number) };
      expect((await react(ben, message, '🎉')).body).toEqual({ ...told, myReactions: ['🎉'] });
      expect((await react(ruth, message, '🎉')).body).toMatchObject({ reactions: { '🎉': 2 } });
      expect((await react(ben, message, '🎉')).body).toEqual({ ...told, myReactions: [] });
      await expect(ruth.messages(chat)).resolves.toMatchObject([{ reactions: { '🎉': 1 }, myReactions: ['🎉'] }]);
    });

    test('set instead of toggled, it can safely be sent again', async () => {
      const { ben, message } = await aMessage();
      for (let times = 0; times < 3; times += 1) {
        expect((await react(ben, message, '🙏', { on: true })).body).toMatchObject({ reactions: { '🙏': 1 } });
      }
      for (let times = 0; times < 3; times += 1) {
        expect((await react(ben, message, '🙏', { on: false })).body).toHaveProperty('reactions', {});
      }
    });

    test('twenty at once leave a correct count', async () => {
      const { ben, chat, message } = await aMessage();
      await Promise.all(Array.from({ length: 20 }, () => react(ben, message, '👍')));
      const [kept] = await ben.messages(chat);
      expect(kept?.reactions['👍'] ?? 0).toBe(kept?.myReactions.length);
    });

    test.each(['', 'ok', 'a🎉', '<b>', '🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉', 7, null, ['🎉']])('%j is no emoji', async (emoji) => {
      const { ben, message } = await aMessage();
      await refused(react(ben, message, emoji), 400);
    });

    test('only to a message of that chat, by its members', async () => {
      const { ruth, message } = await aMessage();
      const mallory = await somebody(product());
      const other = await ruth.directChatWith(mallory);
      await refused(react(mallory, message, '🎉'), 404, 'not_found');
      await refused(react(mallory, { ...message, chatId: other.id }, '🎉'), 404, 'not_found');
      const body = { chatId: message.chatId, messageId: message.id, emoji: '🎉' };
      await refused(createApi(product().origins, null).request('POST', '/api/chat/react', body), 401);
    });
  });
}
