import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, startWorld, type World } from '../testing/world.ts';
import { fullEmoji } from './emoji.ts';

let world: World;
let ruth: Person;
let ben: Person;
let chatId: string;
let messageId: string;

beforeAll(async () => {
  world = await startWorld({ nodes: 2 });
});
afterAll(() => world.close());

beforeEach(async () => {
  ruth = world.person();
  ben = world.person();
  chatId = (await ruth.open([ben])).body.id;
  messageId = (await ruth.send(chatId, 'We have a new van!')).body.id;
});

const react = (who: Person, emoji: unknown, more: object = {}, node = 0) =>
  who.call('POST', '/api/chat/react', { chatId, messageId, emoji, ...more }, node);

describe('a reaction', () => {
  test('is toggled, and counted per person', async () => {
    expect(await react(ruth, '🎉')).toEqual({
      status: 200,
      body: { ok: true, reactions: { '🎉': 1 }, myReactions: ['🎉'], changeSeq: 1 },
    });
    expect((await react(ben, '🎉')).body).toMatchObject({ reactions: { '🎉': 2 } });
    expect((await react(ben, '🙏')).body).toMatchObject({ reactions: { '🎉': 2, '🙏': 1 }, myReactions: ['🎉', '🙏'] });
    expect((await react(ruth, '🎉')).body).toMatchObject({ reactions: { '🎉': 1, '🙏': 1 }, myReactions: [] });
    expect((await ben.messages(chatId)).body[0]).toMatchObject({
      reactions: { '🎉': 1, '🙏': 1 },
      myReactions: ['🎉', '🙏'],
    });
  });

  test('is set instead of toggled with `on`, so that it may be sent again', async () => {
    for (const on of [true, true])
      expect((await react(ruth, '❤️', { on })).body).toMatchObject({ reactions: { '❤️': 1 } });
    for (const on of [false, false]) expect((await react(ruth, '❤️', { on })).body).toHaveProperty('reactions', {});
  });

  test('is counted right when many toggle at once on two nodes', async () => {
    const toggles = Array.from({ length: 21 }, (_, n) => react(n % 2 === 0 ? ruth : ben, '👍', {}, n % 2));
    expect((await Promise.all(toggles)).map(({ status }) => status)).toEqual(toggles.map(() => 200));
    expect((await ruth.messages(chatId)).body[0]!.reactions).toEqual({ '👍': 1 });
  });

  test.each(['', 'x', '+1', '🎉🎉', '🎉 ', '1', '<b>', '\u200d', '__proto__', 'constructor'])(
    'is refused with %j, which is no emoji',
    async (emoji) => {
      expect((await react(ruth, emoji)).status).toBe(400);
    },
  );

  test('is refused to strangers, and for messages of other chats', async () => {
    expect((await react(world.person(), '🎉')).status).toBe(404);
    const elsewhere = (await ruth.open([ben], { isGroup: true })).body.id;
    expect((await react(ruth, '🎉', { chatId: elsewhere })).status).toBe(404);
    for (const unknown of [randomUUID(), 'x', '__proto__']) {
      expect((await react(ruth, '🎉', { messageId: unknown })).status).toBe(404);
      expect((await react(ruth, '🎉', { chatId: unknown })).status).toBe(404);
    }
  });

  test('says what was not found: the message in one’s own chat, or the chat', async () => {
    const toldOf = async (who: Person, wanted: object) =>
      ((await react(who, '🎉', wanted)).body as { error: string }).error;
    for (const unknown of [randomUUID(), 'x', '__proto__']) {
      expect(await toldOf(ruth, { messageId: unknown })).toBe('This message was not found.');
      expect(await toldOf(world.person(), { messageId: unknown })).toBe('This chat was not found.');
      expect(await toldOf(ruth, { chatId: unknown, messageId: unknown })).toBe('This chat was not found.');
    }
  });

  test('is refused for a message that was deleted for oneself', async () => {
    await ben.call('DELETE', `/api/chat/${chatId}`);
    expect((await react(ben, '🎉')).status).toBe(404);
  });

  test('there are 20 of one person at one message at most', async () => {
    const emojis = [...'😀😁😂😃😄😅😆😇😈😉😊😋😌😍😎😏😐😑😒😓😔'];
    const statuses = [];
    for (const emoji of emojis) statuses.push((await react(ruth, emoji)).status);
    expect(statuses).toEqual([...Array(20).fill(200), 400]);
  });
});

test('a reaction is counted as a change, so that whoever missed it can ask for it', async () => {
  const before = (await ben.chats()).find(({ id }) => id === chatId);
  expect(before?.changeSeq).toBeUndefined();
  await react(ruth, '🎉');
  await react(ruth, '🎉', { on: true });
  expect((await react(ben, '🙏', {}, 1)).body).toMatchObject({ changeSeq: 2 });
  expect((await ben.messages(chatId, '?changedAfter=1')).body).toMatchObject([
    { id: messageId, changeSeq: 2, reactions: { '🎉': 1, '🙏': 1 }, myReactions: ['🙏'] },
  ]);
  expect((await ben.chats()).find(({ id }) => id === chatId)).toMatchObject({ changeSeq: 2, readSeq: 0 });
});

test.each([
  ['👍', '👍'],
  ['👍🏽', '👍🏽'],
  ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
  ['🇩🇪', '🇩🇪'],
  ['❤', '❤️'],
  ['©', '©️'],
  ['a', null],
])('%s is the emoji %s', (text, emoji) => {
  expect(fullEmoji(text)).toBe(emoji);
});
