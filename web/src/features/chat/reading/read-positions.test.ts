// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../../lib/session/session.ts';
import { untoldReads } from '../../../lib/session/own-stores.ts';
import { withPageServer } from '../../../lib/testing/page-server.ts';
import { tokenAnswer } from '../../../lib/testing/token-answer.ts';
import { chatListQuery, knownChats, updateChatList } from '../sync/chat-list-query.ts';
import { markedInList, messageInList } from '../model/chat-list.ts';
import { chatsOf } from '../model/normalise.ts';
import { message } from '../testing/messages.ts';
import { ReadPositions } from './read-positions.ts';

/** The positions in the kitchen's chat that the server has been sent. */
const told: unknown[] = [];
let queries: QueryClient;
let reads: ReadPositions;
let looks: 'visible' | 'hidden' = 'visible';

withPageServer(async (request, response) => {
  if (request.url === '/api/session/token') return void response.end(JSON.stringify(tokenAnswer()));
  let body = '';
  for await (const piece of request) body += String(piece);
  if (request.url === '/api/chat/kitchen/read') told.push((JSON.parse(body) as { seq: number }).seq);
  response.writeHead(204).end();
});

beforeEach(() => {
  told.length = 0;
  looks = 'visible';
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => looks);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  queries = new QueryClient();
  queries.setQueryData(
    chatListQuery.queryKey,
    chatsOf([
      { id: 'kitchen', lastSeq: 9, readSeq: 1, unreadCount: 8 },
      { id: 'boats', lastSeq: 4, readSeq: 4 },
    ]),
  );
  reads = new ReadPositions('ana', queries);
});

afterEach(() => {
  reads.stop();
  untoldReads.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  session.end();
});

const kitchen = () => knownChats(queries).find(({ id }) => id === 'kitchen');
const after = (ms: number) => void vi.advanceTimersByTime(ms);
/** Waits until nothing is left to send; then the server must have been sent these positions. */
async function isTold(...positions: number[]) {
  await expect.poll(() => untoldReads.names('ana')).toEqual([]);
  expect(told).toEqual(positions);
}

test('many messages that pass by make one call, and the count goes down at once', async () => {
  for (const seq of [3, 4, 6]) reads.shown('kitchen', seq, false);
  expect(kitchen()).toMatchObject({ unreadCount: 8 });
  after(250);
  expect(kitchen()).toMatchObject({ readSeq: 6, unreadCount: 3 });
  await isTold(6);
});

test('who scrolls back has not unread anything', async () => {
  reads.shown('kitchen', 6, false);
  reads.shown('kitchen', 2, false);
  after(250);
  expect(kitchen()).toMatchObject({ readSeq: 6 });
  reads.shown('kitchen', 3, false);
  after(250);
  await isTold(6);
  expect(reads.lastOf('kitchen')).toBe(6);
});

test('a page that is hidden tells at once, as it may be closed at any moment', async () => {
  reads.shown('kitchen', 6, false);
  looks = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(kitchen()).toMatchObject({ readSeq: 6 });
  await isTold(6);
});

test('a chat that is marked unread while it is open stays so until it is opened again', async () => {
  reads.shown('kitchen', 6, false);
  after(250);
  await isTold(6);
  updateChatList(queries, (chats) => markedInList(chats, 'kitchen'));
  reads.marked('kitchen');
  reads.shown('kitchen', 9, true);
  after(250);
  expect(kitchen()).toMatchObject({ markedUnread: true, readSeq: 6 });
  await isTold(6);
  reads.opened('kitchen');
  after(250);
  expect(kitchen()).toMatchObject({ readSeq: 9, unreadCount: 0 });
  expect(kitchen()?.markedUnread).toBeUndefined();
  await isTold(6, 9);
});

test('what was about to be told takes no mark away that is set meanwhile', async () => {
  reads.shown('kitchen', 6, false);
  updateChatList(queries, (chats) => markedInList(chats, 'kitchen'));
  reads.marked('kitchen');
  after(250);
  expect(kitchen()).toMatchObject({ markedUnread: true });
  await isTold();
});

test('of a chat that is gone nothing is told', async () => {
  reads.shown('kitchen', 6, false);
  reads.gone('kitchen');
  after(250);
  expect(untoldReads.names('ana')).toEqual([]);
  expect(kitchen()).toMatchObject({ unreadCount: 8 });
  await isTold();
});

test('a chat that is read already is told again when it is opened, if somebody looks', async () => {
  updateChatList(queries, (chats) => markedInList(chats, 'boats'));
  looks = 'hidden';
  reads.opened('boats');
  after(250);
  expect(knownChats(queries)[1]).toMatchObject({ markedUnread: true });
  looks = 'visible';
  reads.opened('boats');
  after(250);
  expect(knownChats(queries)[1]?.markedUnread).toBeUndefined();
});

test('new messages are read as they come by whoever looks at the end, and not further up, elsewhere or away', () => {
  const come = (seq: number) => updateChatList(queries, (chats) => messageInList(chats, message(seq), 'ana'));
  reads.shown('kitchen', 6, true);
  expect(reads.reading(), 'the end is not drawn yet').toBeUndefined();
  reads.shown('kitchen', 9, true);
  expect(reads.reading()).toBe('kitchen');
  come(10);
  reads.shown('kitchen', 9, true);
  expect(reads.reading(), 'the new one is not drawn yet').toBe('kitchen');
  looks = 'hidden';
  expect(reads.reading()).toBeUndefined();
  looks = 'visible';
  reads.shown('kitchen', 7, true);
  expect(reads.reading(), 'back to earlier ones').toBeUndefined();
  reads.shown('kitchen', 10, true);
  expect(reads.reading()).toBe('kitchen');
  reads.closed('boats');
  expect(reads.reading()).toBe('kitchen');
  reads.closed('kitchen');
  expect(reads.reading()).toBeUndefined();
});
