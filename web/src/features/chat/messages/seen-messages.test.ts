// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import type { Message } from '@koinonia/contracts/chat.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearSeen } from '../../../lib/seen/seen-database.ts';
import { session } from '../../../lib/session/session.ts';
import { emptyLog, type MessageLog } from '../model/message-log.ts';
import { SeenMessages } from './seen-messages.ts';
import { message, range } from '../testing/messages.ts';

const windowOf = (messages: Message[], more: Partial<MessageLog> = {}): MessageLog => ({
  ...emptyLog,
  messages,
  last: messages.at(-1)?.seq ?? 0,
  ...more,
});

let seen: SeenMessages;
const newest = async () => (await seen.newest('kitchen', 100))?.messages.map(({ seq }) => seq);

beforeEach(() => {
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  seen = new SeenMessages('ana');
});

afterEach(async () => {
  seen.stop();
  await clearSeen();
  session.end();
});

test('a history that was deleted elsewhere goes when the chat is seen to begin later', async () => {
  seen.keep('kitchen', windowOf(range(1, 20), { whole: true }));
  await expect.poll(newest).toHaveLength(20);
  seen.keep('kitchen', windowOf([message(21)], { whole: true }));
  await expect.poll(newest).toEqual([21]);
  expect(await seen.page('kitchen', { before: 21, limit: 50 })).toMatchObject({ messages: [], first: true });
});

test('a history that was deleted elsewhere goes when the chat is seen to be empty', async () => {
  seen.keep('kitchen', windowOf(range(1, 20), { whole: true }));
  await expect.poll(newest).toHaveLength(20);
  seen.keep('kitchen', windowOf([], { whole: true, last: 20 }));
  await expect.poll(newest).toBeUndefined();
});

test('what only follows an older window is not joined to it: in between, the history may have been deleted', async () => {
  seen.keep('kitchen', windowOf(range(1, 20), { whole: true }));
  await expect.poll(newest).toHaveLength(20);
  seen.keep('kitchen', windowOf(range(21, 70)));
  await expect.poll(newest).toHaveLength(50);
  seen.keep('kitchen', windowOf(range(60, 80)));
  await expect.poll(newest).toHaveLength(60);
  expect(await seen.page('kitchen', { around: 10, limit: 100 })).toMatchObject({ messages: range(1, 20) });
});
