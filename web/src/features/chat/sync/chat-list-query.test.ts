// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { pageCache } from '../../../lib/session/page-cache.ts';
import { session } from '../../../lib/session/session.ts';
import { tokenAnswer } from '../../../lib/testing/token-answer.ts';
import { fromCache } from '../../../lib/query-client.ts';
import { messageInList } from '../model/chat-list.ts';
import { chatsOf } from '../model/normalise.ts';
import { message } from '../testing/messages.ts';
import {
  chatListCacheKey,
  chatListQuery,
  knownChats,
  listIsTold,
  refreshChatList,
  updateChatList,
} from './chat-list-query.ts';

const list = chatsOf([{ id: 'kitchen', lastSeq: 1 }]);

/** A page that has this list, from its device or from the server. */
function pageWith(updatedAt?: number) {
  const queries = new QueryClient();
  queries.setQueryData(chatListQuery.queryKey, list, updatedAt === undefined ? {} : { updatedAt });
  return queries;
}

afterEach(() => {
  session.end();
  vi.unstubAllGlobals();
});

const hear = (queries: QueryClient) => updateChatList(queries, (chats) => messageInList(chats, message(2), 'ana'));

test('a list from the device that a message has changed is not the server’s', () => {
  const queries = pageWith(fromCache);
  hear(queries);
  expect(knownChats(queries)).toMatchObject([{ lastSeq: 2, unreadCount: 1 }]);
  expect(listIsTold(queries)).toBe(false);
});

test('a list of which 200 messages tell at once is stored in this tab at most once by then, not 200 times', () => {
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  const queries = pageWith();
  const store = vi.spyOn(Storage.prototype, 'setItem');
  for (let seq = 2; seq <= 201; seq += 1) updateChatList(queries, (chats) => messageInList(chats, message(seq), 'ana'));
  const times = store.mock.calls.filter(([key]) => key === chatListCacheKey).length;
  store.mockRestore();
  expect(times).toBeLessThanOrEqual(1);
  expect(pageCache.read(chatListCacheKey)).toMatchObject([{ lastSeq: 201 }]);
});

test('the server’s list stays the server’s when a message changes it', () => {
  const queries = pageWith();
  hear(queries);
  expect(knownChats(queries)).toMatchObject([{ lastSeq: 2, unreadCount: 1 }]);
  expect(listIsTold(queries)).toBe(true);
});

test('a chat that has not changed stays the same object when another moves past it', () => {
  const queries = new QueryClient();
  const two = () =>
    chatsOf([
      { id: 'garden', lastSeq: 4 },
      { id: 'kitchen', lastSeq: 1 },
    ]);
  queries.setQueryData(chatListQuery.queryKey, two());
  const leave = new QueryObserver(queries, { ...chatListQuery, enabled: false }).subscribe(() => {});
  const [garden, kitchen] = knownChats(queries);
  updateChatList(queries, () => two());
  expect(knownChats(queries)[0]).toBe(garden);
  hear(queries);
  expect(knownChats(queries).map(({ id }) => id)).toEqual(['kitchen', 'garden']);
  expect(knownChats(queries)[1]).toBe(garden);
  expect(knownChats(queries)[0]).not.toBe(kitchen);
  leave();
});

test('a list that is dropped for a newer one is not downloaded to its end', async () => {
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  const lists: AbortSignal[] = [];
  vi.stubGlobal('fetch', async (path: string, { signal }: { signal: AbortSignal }) => {
    if (path.endsWith('/token')) return Response.json(tokenAnswer());
    lists.push(signal);
    if (lists.length === 3) return Response.json(list);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  });
  const queries = pageWith(fromCache);
  const leave = new QueryObserver(queries, chatListQuery).subscribe(() => {});
  await expect.poll(() => lists).toHaveLength(1);
  void refreshChatList(queries, { dropsAnswer: false });
  void refreshChatList(queries);
  await expect.poll(() => lists).toHaveLength(2);
  expect(lists.map(({ aborted }) => aborted)).toEqual([true, false]);
  await refreshChatList(queries);
  expect(lists.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  expect(knownChats(queries)).toEqual(list);
  leave();
});
