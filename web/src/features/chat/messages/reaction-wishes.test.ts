// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../../lib/session/session.ts';
import { withPageServer } from '../../../lib/testing/page-server.ts';
import { tokenAnswer } from '../../../lib/testing/token-answer.ts';
import { MessageLogs } from './message-logs.ts';
import { ReactionWishes } from './reaction-wishes.ts';
import { MessagesOnDevice } from './messages-on-device.ts';

const one = { id: 'one', chatId: 'kitchen' };
const two = { id: 'two', chatId: 'kitchen' };

let network: 'here' | 'away' = 'away';

withPageServer((request, response) => {
  if (network === 'away') return void response.destroy();
  response.setHeader('Content-Type', 'application/json');
  if (request.url === '/api/session/token') return void response.end(JSON.stringify(tokenAnswer()));
  response.end(JSON.stringify({ ok: true, reactions: { '👍': 1 }, myReactions: ['👍'] }));
});

/** The windows of one browser. A window learns of another's wishes only by a storage event. */
let opened: ReactionWishes[] = [];

function openWindow(uid = 'me') {
  const wishes = new ReactionWishes(uid, new MessageLogs(uid, new MessagesOnDevice(uid)));
  opened.push(wishes);
  return wishes;
}

/** Tells the window about a key that another window wrote. */
const hears = (key: string) => dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));

beforeEach(() => {
  localStorage.clear();
  opened = [];
  network = 'away';
});

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
  localStorage.removeItem('draft:me:reaction:one:👍');
  slow.wish(two, '🙏', true);
  expect(openWindow().of('one')).toBeUndefined();
  hears('draft:me:reaction:one:👍');
  expect(slow.of('one')).toBeUndefined();
  expect(slow.of('two')).toEqual({ '🙏': true });
});

test('nobody finds what another person wished for, and what cannot be read is nothing', () => {
  openWindow().wish(one, '👍', true);
  localStorage.setItem('draft:ana:reaction:one:👍', '{');
  expect(openWindow('ana').of('one')).toBeUndefined();
});

test('what a closed window has left is wished for by another one after a while', async () => {
  session.accept({ uid: 'me', email: 'me@base.example', displayName: 'Me', photoURL: '' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  network = 'here';
  const wishes = openWindow();
  const left = { messageId: 'one', chatId: 'kitchen', emoji: '👍', on: true };
  localStorage.setItem('draft:me:reaction:one:👍', JSON.stringify(left));
  hears('draft:me:reaction:one:👍');
  expect(wishes.of('one')).toEqual({ '👍': true });
  vi.advanceTimersByTime(20_000);
  await expect.poll(() => wishes.of('one')).toBeUndefined();
});
