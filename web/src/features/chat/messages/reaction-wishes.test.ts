// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { personNow, session } from '../../../lib/session/session.ts';
import { withPageServer } from '../../../lib/testing/page-server.ts';
import { tokenAnswer } from '../../../lib/testing/token-answer.ts';
import { MessageCaches } from './message-caches.ts';
import { OpenedChats } from './opened-chats.ts';
import { ReactionWishes } from './reaction-wishes.ts';
import { MessagesOnDevice } from './messages-on-device.ts';

const one = { id: 'one', chatId: 'kitchen' };
const two = { id: 'two', chatId: 'kitchen' };
/** The test sees and answers only calls about these two: a window of another test may still make calls. */
const [three, four] = ['three', 'four'].map((id) => ({ id, chatId: 'kitchen' })) as [typeof one, typeof one];

let network: 'here' | 'away' = 'away';

interface Asked {
  readonly wish: { messageId: string; emoji: string; on: boolean };
  answer(status?: number): void;
}
let asked: Asked[] = [];

withPageServer(async (request, response) => {
  if (network === 'away') return void response.destroy();
  response.setHeader('Content-Type', 'application/json');
  if (request.url === '/api/session/token') return void response.end(JSON.stringify(tokenAnswer('token', personNow())));
  let body = '';
  for await (const piece of request) body += String(piece);
  const standing = { ok: true, reactions: { '👍': 1 }, myReactions: ['👍'] };
  const answer = (status = 200) =>
    void response.writeHead(status).end(JSON.stringify(status === 200 ? standing : { error: 'No', code: 'internal' }));
  const wish = JSON.parse(body) as Asked['wish'];
  if (![three.id, four.id].includes(wish.messageId)) return answer();
  asked.push({ wish, answer });
});

/** The nth call to the server, once it has been made; time passes, so that waiting pages try again. */
async function nth(count: number): Promise<Asked> {
  await expect.poll(() => (vi.advanceTimersByTime(500), asked)).toHaveLength(count);
  return asked[count - 1]!;
}

/** The windows of one browser. A window learns of another's wishes only by a storage event. */
let opened: ReactionWishes[] = [];

function openWindow(uid = 'me') {
  const wishes = new ReactionWishes(uid, new OpenedChats(uid, new MessageCaches(new MessagesOnDevice(uid))));
  opened.push(wishes);
  return wishes;
}

/** What is left of a wish when its window is closed. */
function leaveWish() {
  const left = { messageId: 'one', chatId: 'kitchen', emoji: '👍', on: true };
  localStorage.setItem('reaction:me:one:👍', JSON.stringify(left));
}

/** Tells the window about a key that another window wrote. */
const hears = (key: string) => dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));

beforeEach(() => {
  localStorage.clear();
  opened = [];
  asked = [];
  network = 'away';
});

/** Somebody who is signed in reacts; the test gives the server's answers. */
function reacting() {
  session.accept({ uid: 'me', email: 'me@base.example', displayName: 'Me', photoURL: '' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  network = 'here';
  return openWindow();
}

afterEach(() => {
  opened.forEach((wishes) => wishes.stop());
  vi.useRealTimers();
  session.end();
});

test('what is wished for in two windows, of which neither has heard of the other, is kept of both', () => {
  const [first, second] = [openWindow(), openWindow()];
  first.wish(one, '👍', true);
  second.wish(two, '🙏', true);
  second.wish(one, '🎉', true);
  const later = openWindow();
  expect(later.of('one')).toEqual({ '👍': true, '🎉': true });
  expect(later.of('two')).toEqual({ '🙏': true });
});

test('a wish that was granted in one window does not come back from another that has still to hear of it', () => {
  const first = openWindow();
  first.wish(one, '👍', true);
  const slow = openWindow();
  expect(slow.of('one')).toEqual({ '👍': true });
  localStorage.removeItem('reaction:me:one:👍');
  slow.wish(two, '🙏', true);
  expect(openWindow().of('one')).toBeUndefined();
  hears('reaction:me:one:👍');
  expect(slow.of('one')).toBeUndefined();
  expect(slow.of('two')).toEqual({ '🙏': true });
});

test('nobody finds what another person wished for, and what cannot be read is nothing', () => {
  openWindow().wish(one, '👍', true);
  localStorage.setItem('reaction:ana:one:👍', '{');
  expect(openWindow('ana').of('one')).toBeUndefined();
});

test('what a closed window has left is wished for by another one after a while', async () => {
  const wishes = reacting();
  leaveWish();
  hears('reaction:me:one:👍');
  expect(wishes.of('one')).toEqual({ '👍': true });
  vi.advanceTimersByTime(20_000);
  await expect.poll(() => wishes.of('one')).toBeUndefined();
});

test('what an earlier page has left is wished for, even if nothing ever says that the network is there', async () => {
  leaveWish();
  const wishes = reacting();
  expect(wishes.of('one')).toEqual({ '👍': true });
  vi.advanceTimersByTime(20_000);
  await expect.poll(() => wishes.of('one')).toBeUndefined();
  expect(openWindow().of('one')).toBeUndefined();
});

test('whoever changes their mind while the server answers is asked for as they chose last', async () => {
  const wishes = reacting();
  wishes.wish(three, '👍', true);
  const first = await nth(1);
  wishes.wish(three, '👍', false);
  expect(wishes.of('three')).toEqual({ '👍': false });
  first.answer();
  const second = await nth(2);
  expect(asked.map(({ wish }) => wish.on)).toEqual([true, false]);
  expect(wishes.of('three'), 'shown until the server knows').toEqual({ '👍': false });
  second.answer();
  await expect.poll(() => wishes.of('three')).toBeUndefined();
  expect(openWindow().of('three')).toBeUndefined();
});

test('what the server refuses is undone, and keeps nothing else from being asked for', async () => {
  const wishes = reacting();
  wishes.wish(three, '👍', true);
  wishes.wish(four, '🙏', true);
  (await nth(1)).answer(404);
  const second = await nth(2);
  expect(second.wish).toMatchObject({ messageId: 'four', emoji: '🙏', on: true });
  expect(wishes.of('three')).toBeUndefined();
  second.answer();
  await expect.poll(() => wishes.of('four')).toBeUndefined();
});

test('a message that the server fails at keeps no other from being asked for', async () => {
  const wishes = reacting();
  wishes.wish(three, '👍', true);
  wishes.wish(three, '🎉', true);
  wishes.wish(four, '🙏', true);
  (await nth(1)).answer(500);
  const second = await nth(2);
  expect(second.wish).toMatchObject({ messageId: 'four', emoji: '🙏', on: true });
  second.answer();
  const third = await nth(3);
  expect(third.wish, 'it is tried again').toMatchObject({ messageId: 'three', emoji: '👍' });
  third.answer();
  (await nth(4)).answer();
  await expect.poll(() => wishes.of('three')).toBeUndefined();
  expect(wishes.of('four')).toBeUndefined();
});

test('what the server could not do is asked for again, and at once when the network is back', async () => {
  const wishes = reacting();
  wishes.wish(three, '👍', true);
  (await nth(1)).answer(503);
  (await nth(2)).answer(429);
  const third = await nth(3);
  expect(wishes.of('three')).toEqual({ '👍': true });
  const later = openWindow();
  expect(later.of('three'), 'also when the page is closed').toEqual({ '👍': true });
  later.stop();
  network = 'away';
  third.answer(503);
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
  network = 'here';
  wishes.sendNow();
  await expect.poll(() => asked).toHaveLength(4);
  asked[3]?.answer();
  await expect.poll(() => wishes.of('three')).toBeUndefined();
});

test('nothing is asked for in the name of whoever signs in after somebody else', async () => {
  const wishes = reacting();
  wishes.wish(three, '👍', true);
  const first = await nth(1);
  session.end();
  wishes.stop();
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  first.answer(503);
  const anas = openWindow('ana');
  anas.wish(four, '🙏', true);
  (await nth(2)).answer(503);
  (await nth(3)).answer();
  await expect.poll(() => anas.of('four')).toBeUndefined();
  expect(asked.map(({ wish }) => wish.messageId)).toEqual(['three', 'four', 'four']);
});

test('a page that was left asks for nothing more', async () => {
  const wishes = reacting();
  wishes.wish(three, '👍', true);
  wishes.wish(three, '🎉', true);
  const first = await nth(1);
  wishes.stop();
  first.answer();
  await expect.poll(() => localStorage.getItem('reaction:me:three:👍')).toBeNull();
  const other = openWindow('ana');
  other.wish(four, '🙏', true);
  await expect.poll(() => asked.at(-1)?.wish.messageId).toBe('four');
  asked.at(-1)?.answer();
  await expect.poll(() => other.of('four')).toBeUndefined();
  expect(asked.map(({ wish }) => wish.emoji)).toEqual(['👍', '🙏']);
});

test('what waits for its turn when somebody else signs in is not asked for in their name', async () => {
  const turn = Promise.withResolvers<void>();
  const locks = { request: (_: string, work: () => Promise<unknown>) => turn.promise.then(work) };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  const wishes = reacting();
  wishes.wish(three, '👍', true);
  session.end();
  wishes.stop();
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  const anas = openWindow('ana');
  anas.wish(four, '🙏', true);
  turn.resolve();
  await expect.poll(() => asked.at(-1)?.wish.messageId).toBe('four');
  asked.at(-1)?.answer();
  await expect.poll(() => anas.of('four')).toBeUndefined();
  expect(asked.map(({ wish }) => wish.messageId)).toEqual(['four']);
});
