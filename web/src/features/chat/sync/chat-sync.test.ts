// @vitest-environment jsdom
import type { Chat } from '@koinonia/contracts/chat.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveConnection } from '../../../lib/live/live-connection.ts';
import { clearOwnStores, drafts } from '../../../lib/session/own-stores.ts';
import { session } from '../../../lib/session/session.ts';
import { withEmptyDevice } from '../../../lib/testing/empty-device.ts';
import { tokenAnswer } from '../../../lib/testing/token-answer.ts';
import { chatsOf } from '../model/normalise.ts';
import { startChatParts } from '../start-chat-parts.ts';
import { message } from '../testing/messages.ts';
import { chatListQuery, knownChats } from './chat-list-query.ts';
import { startChatSync } from './chat-sync.ts';
import { attachmentsKey } from './forget-chat.ts';
import { type Found, foundKey } from './found-messages.ts';

withEmptyDevice();

/** The server's list, and how often the page has asked for it. */
let list: object[];
let asked: number;
let queries: QueryClient;
let stop = () => {};
const handlers = new Map<string, (payload: unknown) => void>();
const tells = (event: string, payload: object) => handlers.get(event)?.(payload);

/** A good connection that has lost nothing yet. */
const live = {
  snapshot: () => ({ connected: true, trouble: false }),
  subscribe: () => () => {},
  on(event: string, handler: (payload: unknown) => void) {
    handlers.set(event, handler);
    return () => void handlers.delete(event);
  },
  onConnected: () => () => {},
  join: async () => ({ joined: [], refused: [] }),
} as unknown as LiveConnection;

beforeEach(() => {
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  asked = 0;
  list = [{ id: 'kitchen', lastSeq: 4, readSeq: 2, unreadCount: 2 }];
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/token')) return Response.json(tokenAnswer());
    asked += 1;
    return Response.json(list);
  });
  queries = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  queries.setQueryData(chatListQuery.queryKey, chatsOf(list));
  const unwatch = new QueryObserver(queries, chatListQuery).subscribe(() => {});
  const started = startChatParts('ana', queries);
  const stopSync = startChatSync({ ...started.parts, live, queries });
  stop = () => {
    stopSync();
    started.stop();
    unwatch();
  };
});

afterEach(() => {
  stop();
  clearOwnStores();
  session.end();
  vi.unstubAllGlobals();
});

const becomes = (...chats: Partial<Chat>[]) => expect.poll(() => knownChats(queries)).toMatchObject(chats);

test('a chat that the server takes away while it cannot ask its database comes back with what was begun in it', async () => {
  drafts.write('ana', 'kitchen', 'Who cooks?');
  tells('chatDeleted', { id: 'kitchen' });
  expect(knownChats(queries)).toEqual([]);
  await becomes({ id: 'kitchen', unreadCount: 2 });
  expect(drafts.read('ana', 'kitchen')).toBe('Who cooks?');
});

test('what was begun in a chat goes when the list says that the chat is gone', async () => {
  drafts.write('ana', 'kitchen', 'Who cooks?');
  list = [];
  tells('chatDeleted', { id: 'kitchen' });
  await expect.poll(() => drafts.read('ana', 'kitchen')).toBe('');
  expect(knownChats(queries)).toEqual([]);
});

test('a message that is deleted before it was read counts no more', async () => {
  list = [{ id: 'kitchen', lastSeq: 4, readSeq: 2, unreadCount: 1, changeSeq: 1 }];
  tells('messageChanged', message(3, { text: '', deletedAt: '2026-11-20T09:00:00.000Z', changeSeq: 1 }));
  await becomes({ id: 'kitchen', unreadCount: 1 });
});

const mentions = ['ana'];

test('a mention that comes by an edit counts, and no more when another edit takes it out', async () => {
  const [kitchen] = list;
  list = [{ ...kitchen, mentionsMe: 1, changeSeq: 1 }];
  tells('messageChanged', message(3, { mentions, changeSeq: 1 }));
  await becomes({ id: 'kitchen', unreadCount: 2, mentionsMe: 1 });
  await expect.poll(() => queries.isFetching()).toBe(0);
  list = [{ ...kitchen, changeSeq: 2 }];
  tells('messageChanged', message(3, { changeSeq: 2 }));
  await expect.poll(() => knownChats(queries)[0]?.mentionsMe).toBeUndefined();
});

test('an edit that changes no count makes the page ask for nothing', () => {
  tells('messageChanged', message(2, { mentions, changeSeq: 1 }));
  tells('messageChanged', message(3, { changeSeq: 2 }));
  expect(queries.isFetching()).toBe(0);
});

test('an edit that comes after the deletion of the same message brings nothing back: the server says what is last', async () => {
  const deletedAt = '2026-11-20T09:00:00.000Z';
  list = [{ ...list[0], lastMessage: 'This message was deleted', changeSeq: 2 }];
  tells('messageChanged', message(4, { text: '', deletedAt, changeSeq: 2 }));
  await expect.poll(() => knownChats(queries)[0]?.lastMessage).toBe('This message was deleted');
  await expect.poll(() => queries.isFetching()).toBe(0);
  const before = asked;
  tells('messageChanged', message(4, { text: 'regretted words', changeSeq: 1 }));
  expect(knownChats(queries)[0]?.lastMessage).toBe('This message was deleted');
  await expect.poll(() => asked).toBe(before + 1);
  await expect.poll(() => queries.isFetching()).toBe(0);
  expect(knownChats(queries)[0]?.lastMessage).toBe('This message was deleted');
});

test('a message in a chat that the page does not know makes it ask for the list', async () => {
  list = [{ id: 'garden', lastSeq: 1, unreadCount: 1 }, ...list];
  tells('newMessage', message(1, { chatId: 'garden' }));
  await becomes({ id: 'garden', unreadCount: 1 }, { id: 'kitchen' });
});

test.each([
  ['messages', { lastSeq: 5 }, { lastSeq: 5, unreadCount: 3 }],
  ['changes', { lastSeq: 4, changeSeq: 7 }, { lastSeq: 4, changeSeq: 7, unreadCount: 1 }],
])('%s that the page has not heard of are asked for when the server says how far the chat is', async (_, head, now) => {
  tells('chatHead', { id: 'kitchen', lastSeq: 4 });
  expect(queries.isFetching()).toBe(0);
  list = [{ id: 'kitchen', readSeq: 2, ...now }];
  tells('chatHead', { id: 'kitchen', ...head });
  await becomes({ id: 'kitchen', ...now });
  expect(asked).toBe(1);
});

/** From now on, the test releases each answer with the list, and sees which were asked for and are still wanted. */
function heldLists() {
  const lists: { come: () => void; signal: AbortSignal | null | undefined }[] = [];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.endsWith('/token')) return fetch(path, init);
    asked += 1;
    const late = Promise.withResolvers<Response>();
    lists.push({ come: () => late.resolve(Response.json(list)), signal: init.signal });
    return late.promise;
  });
  return lists;
}

test.each([
  ['messages', 'newMessage', (seq: number) => message(seq, { chatId: 'garden' })],
  ['changes', 'chatHead', (seq: number) => ({ id: 'garden', lastSeq: seq })],
])('a chat that comes back shows on a slow line, however many %s come meanwhile', async (_, event, about) => {
  const lists = heldLists();
  tells(event, about(7));
  await expect.poll(() => asked).toBe(1);
  for (let seq = 8; seq < 20; seq += 1) tells(event, about(seq));
  expect(lists[0]?.signal?.aborted).not.toBe(true);
  list = [{ id: 'garden', lastSeq: 7, unreadCount: 1 }, ...list];
  lists[0]?.come();
  await becomes({ id: 'garden', unreadCount: 1 }, { id: 'kitchen' });
  // The answer may be older than what came meanwhile.
  await expect.poll(() => asked).toBe(2);
  list = [{ id: 'garden', lastSeq: 19, unreadCount: 13 }, ...list.slice(1)];
  lists[1]?.come();
  await becomes({ id: 'garden', unreadCount: 13 }, { id: 'kitchen' });
  expect(asked).toBe(2);
});

test('a chat that is told late keeps neither its name of before nor one that a message has overtaken', async () => {
  const users = ['ana', 'ben'];
  const before = { id: 'kitchen', lastSeq: 4, readSeq: 2, unreadCount: 2, name: 'Kitchen', users };
  const now = { ...before, lastSeq: 5, name: 'Cooks', users: [...users, 'eva'] };
  tells('chatUpdated', now);
  list = [now];
  for (const told of [before, { ...now, lastSeq: 4 }, before]) tells('chatUpdated', told);
  await becomes({ name: 'Cooks', users: now.users });
  await expect.poll(() => queries.isFetching()).toBe(0);
  expect(asked).toBeLessThan(3);
});

test('a chat that is told late makes the page ask for nothing when only its messages differ', async () => {
  tells('newMessage', message(5));
  tells('chatUpdated', { id: 'kitchen', lastSeq: 4, readSeq: 4, unreadCount: 0 });
  await becomes({ lastSeq: 5, readSeq: 4, unreadCount: 1 });
  expect(queries.isFetching()).toBe(0);
  expect(asked).toBe(0);
});

test('a chat that is told late, after this person was removed from it, does not come back', async () => {
  list = [];
  tells('chatDeleted', { id: 'kitchen' });
  await expect.poll(() => queries.isFetching()).toBe(0);
  tells('chatUpdated', { id: 'kitchen', lastSeq: 4, name: 'Kitchen' });
  expect(knownChats(queries)).toEqual([]);
  // The server's list decides.
  list = [{ id: 'kitchen', lastSeq: 5 }];
  tells('chatUpdated', { id: 'kitchen', lastSeq: 5, name: 'Kitchen' });
  await becomes({ id: 'kitchen', lastSeq: 5 });
});

test('a list on its way that does not know of a new chat does not take it away again', async () => {
  const come = Promise.withResolvers<void>();
  const late = Promise.withResolvers<Response>();
  const { fetch } = globalThis;
  let first = true;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path.endsWith('/token') || !first) return fetch(path, init);
    first = false;
    come.resolve();
    return late.promise;
  });
  const older = list;
  tells('chatHead', { id: 'kitchen', lastSeq: 5 });
  await come.promise;
  list = [{ id: 'garden', lastSeq: 0 }, ...list];
  tells('chatCreated', { id: 'garden', lastSeq: 0 });
  late.resolve(Response.json(older));
  await expect.poll(() => asked).toBe(1);
  await becomes({ id: 'garden' }, { id: 'kitchen' });
});

/** A search of this page that has found these messages of the kitchen. */
function finds(...texts: string[]) {
  const queryKey = [...foundKey, 'text', {}];
  const messages = texts.map((text, index) => message(index + 1, { text }));
  queries.setQueryData(queryKey, { pages: [{ messages, next: null }], pageParams: [null] });
  return {
    queryKey,
    shown: () => queries.getQueryData<Found>(queryKey)?.pages.flatMap((page) => page.messages.map(({ text }) => text)),
    asksAgain: () => queries.getQueryState(queryKey)?.isInvalidated,
  };
}

const deletedAt = '2026-11-20T09:00:00.000Z';

test('what was found is shown as it is written now, and no more when it is deleted', () => {
  const { shown, asksAgain } = finds('one', 'two', 'three');
  tells('messageChanged', message(1, { text: 'first', changeSeq: 1 }));
  tells('messageChanged', message(2, { text: '', deletedAt, changeSeq: 2 }));
  tells('messageChanged', message(1, { text: 'late', changeSeq: undefined }));
  expect(shown()).toEqual(['first', 'three']);
  expect(asksAgain()).toBe(false);
});

test('a deletion that is told while the search is on its way counts in its answer', async () => {
  const { queryKey, shown } = finds('one', 'two');
  const answer = Promise.withResolvers<Found>();
  const asked = queries.fetchQuery({ queryKey, queryFn: () => answer.promise, staleTime: 0 });
  tells('messageChanged', message(2, { text: '', deletedAt, changeSeq: 1 }));
  const messages = [message(1, { text: 'one' }), message(2, { text: 'two' })];
  answer.resolve({ pages: [{ messages, next: null }], pageParams: [null] });
  await asked;
  await expect.poll(shown).toEqual(['one']);
});

test('what was found in a chat goes with it', () => {
  const { shown } = finds('one', 'two');
  tells('chatDeleted', { id: 'kitchen' });
  expect(shown()).toEqual([]);
});

test('the list of what was sent in a chat besides words goes with it', () => {
  queries.setQueryData(attachmentsKey('kitchen'), {});
  queries.setQueryData(attachmentsKey('garden'), {});
  tells('chatDeleted', { id: 'kitchen' });
  expect(['kitchen', 'garden'].map((id) => queries.getQueryData(attachmentsKey(id)))).toEqual([undefined, {}]);
});

test.each([
  ['the list knows of changes that nobody told', () => tells('chatHead', { id: 'kitchen', lastSeq: 4, changeSeq: 2 })],
  ['a chat is told with more changes', () => tells('chatUpdated', { id: 'kitchen', lastSeq: 4, changeSeq: 2 })],
  ['the number of a change tells that one was missed', () => tells('messageChanged', message(3, { changeSeq: 2 }))],
])('what was found is asked for again when %s', async (_, told) => {
  const { asksAgain } = finds('one');
  list = [{ id: 'kitchen', lastSeq: 4, changeSeq: 2 }];
  told();
  await expect.poll(asksAgain).toBe(true);
});

test('what was found stays when something is missed of other chats', async () => {
  const { asksAgain } = finds('one');
  list = [{ id: 'garden', lastSeq: 1, changeSeq: 2 }, ...list];
  tells('chatHead', { id: 'garden', lastSeq: 1, changeSeq: 2 });
  await becomes({ id: 'garden', changeSeq: 2 }, { id: 'kitchen' });
  expect(asksAgain()).toBe(false);
});
