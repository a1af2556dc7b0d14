// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromCache } from '../../../lib/query-client.ts';
import { session } from '../../../lib/session/session.ts';
import { withPageServer } from '../../../lib/testing/page-server.ts';
import { tokenAnswer } from '../../../lib/testing/token-answer.ts';
import { chatListQuery, updateChatList } from '../sync/chat-list-query.ts';
import { messageInList } from '../model/chat-list.ts';
import { chatsOf } from '../model/normalise.ts';
import { message } from '../testing/messages.ts';
import { whereToOpen } from './where-to-open.ts';

const listWith = (boats: object) => [
  { id: 'kitchen', lastSeq: 1 },
  { id: 'boats', ...boats },
];
const yesterday = listWith({ lastSeq: 100, readSeq: 100 });
const today = listWith({ lastSeq: 400, readSeq: 100, unreadCount: 300 });

/** Resolves to the response once the page has asked for the list; the test answers. */
let asked = Promise.withResolvers<ServerResponse>();

withPageServer((request, response) => {
  response.setHeader('Content-Type', 'application/json');
  if (request.url !== '/api/session/token') return asked.resolve(response);
  response.end(JSON.stringify(tokenAnswer()));
});

beforeEach(() => {
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  asked = Promise.withResolvers();
});

afterEach(() => {
  vi.useRealTimers();
  session.end();
});

test('a message in another chat does not make yesterday’s list today’s: a chat opens where its unread ones begin', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  queries.setQueryData(chatListQuery.queryKey, chatsOf(yesterday), { updatedAt: fromCache });
  updateChatList(queries, (chats) => messageInList(chats, message(2), 'ana'));
  const place = whereToOpen(queries, 'boats');
  void asked.promise.then((answer) => answer.end(JSON.stringify(today)));
  expect(await place).toBe(100);
});

test('a list that comes too slowly keeps nobody waiting: a chat opens where one stopped reading, by the older list', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const queries = new QueryClient();
  queries.setQueryData(chatListQuery.queryKey, chatsOf(yesterday), { updatedAt: fromCache });
  let place: number | null | undefined;
  void whereToOpen(queries, 'boats').then((known) => (place = known));
  const answer = await asked.promise;
  vi.advanceTimersByTime(5_000);
  await expect.poll(() => place).toBe(100);
  answer.end(JSON.stringify(today));
});
