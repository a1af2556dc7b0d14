// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withEmptyDevice } from '../../../lib/testing/empty-device.ts';
import { databaseFallsSilent } from '../../../lib/testing/silent-database.ts';
import { tokenAnswer } from '../../../lib/testing/token-answer.ts';
import { session } from '../../../lib/session/session.ts';
import { emptyLog } from '../model/message-log.ts';
import { range } from '../testing/messages.ts';
import { pageFrom } from './ask-messages.ts';
import { ChatMessages } from './chat-messages.ts';
import { MessageCaches } from './message-caches.ts';
import { MessagesOnDevice } from './messages-on-device.ts';

let letGo = async () => {};

withEmptyDevice();

beforeEach(() => session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' }));

afterEach(async () => {
  vi.useRealTimers();
  await letGo();
  session.end();
  vi.unstubAllGlobals();
});

test('a page of messages that the server cannot give comes from the device, but none that it refuses', async () => {
  const onDevice = new MessagesOnDevice('ana');
  onDevice.keep('kitchen', { ...emptyLog, messages: range(1, 100), last: 100 });
  await expect.poll(async () => (await onDevice.newest('kitchen', 1))?.messages.length).toBe(1);
  const olderThan80 = () => pageFrom(onDevice)('kitchen', { before: 80, limit: 20 });
  const answers = (status: number, body: string) =>
    vi.stubGlobal('fetch', async (address: string) =>
      address === '/api/session/token' ? Response.json(tokenAnswer()) : new Response(body, { status }),
    );
  for (const [status, body] of [
    [502, '<h1>Bad Gateway</h1>'],
    [404, '<h1>Welcome to our hotel</h1>'],
    [200, '<h1>Welcome to our hotel</h1>'],
    [503, '{"error":"Please try again.","code":"unavailable"}'],
  ] as const) {
    answers(status, body);
    expect([status, (await olderThan80()).messages]).toEqual([status, range(60, 79)]);
  }
  answers(404, '{"error":"No such chat","code":"not_found"}');
  await expect(olderThan80()).rejects.toThrow('No such chat');
  onDevice.stop();
});

test('where the database does not answer, the page goes on with what the server has told', async () => {
  letGo = await databaseFallsSilent('koinonia-seen', 'chats');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onDevice = new MessagesOnDevice('ana');
  let over = false;
  void new MessageCaches(onDevice).gone(() => []).then(() => (over = true));
  const secondsLater = () => {
    vi.advanceTimersByTime(1_000);
    return over;
  };
  await expect.poll(secondsLater).toBe(true);
  onDevice.stop();
});

test('where the database does not answer, a chat that cannot be had without a network says so, until it does', async () => {
  const onDevice = new MessagesOnDevice('ana');
  onDevice.keep('kitchen', { ...emptyLog, messages: range(281, 300), last: 300 });
  await expect.poll(async () => (await onDevice.newest('kitchen', 1))?.messages.length).toBe(1);
  letGo = await databaseFallsSilent('koinonia-seen', 'chats');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const chat = new ChatMessages('kitchen', { caches: new MessageCaches(onDevice), onChange: () => undefined });
  chat.open(300).catch(() => undefined);
  const secondsLater = () => {
    vi.advanceTimersByTime(1_000);
    return chat.now.status;
  };
  await expect.poll(secondsLater).toBe('failed');
  await letGo();
  await expect.poll(() => chat.now.status).toBe('ready');
  expect(chat.now.log.messages).toEqual(range(281, 300));
  chat.end();
  onDevice.stop();
});
