// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { LiveConnection, LiveState } from '../../../lib/live/live-connection.ts';
import { createListeners } from '../../../lib/listeners.ts';
import { fromCache } from '../../../lib/query-client.ts';
import { drafts } from '../../../lib/session/own-stores.ts';
import { session } from '../../../lib/session/session.ts';
import { withEmptyDevice } from '../../../lib/testing/empty-device.ts';
import { tokenAnswer } from '../../../lib/testing/token-answer.ts';
import { chatListQuery, knownChats } from './chat-list-query.ts';
import { chatsOf } from '../model/normalise.ts';
import { startChatParts } from '../start-chat-parts.ts';
import { startCatchingUp } from './catch-up.ts';

withEmptyDevice();

let leave = () => {};

afterEach(() => {
  leave();
  session.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const timesOut = () => Promise.reject(new Error('operation has timed out'));

/** A connection over a slow line: no call to join is answered in time, unless `join` says otherwise. */
function slowLine(join: (chatIds: string[]) => Promise<unknown> = timesOut) {
  let connect = () => {};
  let state: LiveState = { connected: true, trouble: false };
  const listeners = createListeners();
  const reconnect = vi.fn<() => void>();
  const live = {
    snapshot: () => state,
    subscribe: listeners.subscribe,
    on: () => () => {},
    onConnected: (handler: () => void) => {
      connect = handler;
      return () => {};
    },
    join,
    reconnect,
  };
  return {
    live: live as unknown as LiveConnection,
    reconnect,
    connect: () => connect(),
    isLost() {
      state = { connected: false, trouble: true };
      listeners.tell();
    },
  };
}

/** Ana's page with yesterday's list, over this connection. The test answers its requests for `lists`. */
function openPage(live: LiveConnection) {
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  const lists: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/token')) return Response.json(tokenAnswer());
    return new Promise((resolve) => lists.push(resolve));
  });
  const queries = new QueryClient();
  queries.setQueryData(chatListQuery.queryKey, chatsOf([{ id: 'kitchen', lastSeq: 1 }]), { updatedAt: fromCache });
  const unwatch = new QueryObserver(queries, chatListQuery).subscribe(() => {});
  const { parts, stop } = startChatParts('ana', queries);
  const catchingUp = startCatchingUp({ ...parts, live, queries });
  leave = () => {
    catchingUp.stop();
    stop();
    unwatch();
  };
  return { lists, queries };
}

test('a list that comes slowly is not begun again because the connection has no answer meanwhile', async () => {
  const { live, reconnect, connect } = slowLine();
  const { lists, queries } = openPage(live);
  for (let times = 1; times <= 2; times += 1) {
    connect();
    await expect.poll(() => reconnect.mock.calls.length).toBe(times);
  }
  await expect.poll(() => lists).toHaveLength(1);
  // Begun since then: the list on its way does not include it.
  drafts.write('ana', 'garden', 'Who waters it?');
  connect();
  await expect.poll(() => reconnect.mock.calls.length).toBe(3);
  lists[0]?.(Response.json([{ id: 'kitchen', lastSeq: 2 }]));
  await expect.poll(() => knownChats(queries)).toMatchObject([{ id: 'kitchen', lastSeq: 2 }]);
  expect(lists).toHaveLength(1);
  expect(drafts.read('ana', 'garden')).toBe('Who waters it?');
});

test('a list that comes slowly is not begun again without a connection; the next one that is asked for tells which chats are gone', async () => {
  const { live, isLost } = slowLine();
  const { lists, queries } = openPage(live);
  await expect.poll(() => lists).toHaveLength(1);
  drafts.write('ana', 'garden', 'Who waters it?');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  isLost();
  vi.advanceTimersByTime(5_000);
  expect(queries.getQueryState(chatListQuery.queryKey)?.isInvalidated).toBe(true);
  lists[0]?.(Response.json([{ id: 'kitchen', lastSeq: 2 }]));
  await expect.poll(() => knownChats(queries)).toMatchObject([{ id: 'kitchen', lastSeq: 2 }]);
  expect(lists).toHaveLength(1);
  expect(drafts.read('ana', 'garden')).toBe('Who waters it?');

  const secondsLater = () => {
    vi.advanceTimersByTime(1_000);
    return lists;
  };
  await expect.poll(secondsLater).toHaveLength(2);
  lists[1]?.(Response.json([{ id: 'kitchen', lastSeq: 2 }]));
  await expect.poll(() => drafts.read('ana', 'garden')).toBe('');
});

test('a chat that begins while the list is on its way is joined, though its event was lost', async () => {
  const joined: string[][] = [];
  const { live, connect, reconnect } = slowLine(async (chatIds) => joined.push(chatIds));
  const { lists } = openPage(live);
  connect();
  await expect.poll(() => joined).toEqual([['kitchen']]);
  const answers = async () => {
    for (const answer of lists.splice(0)) {
      answer(
        Response.json([
          { id: 'garden', lastSeq: 1 },
          { id: 'kitchen', lastSeq: 2 },
        ]),
      );
    }
    return joined;
  };
  await expect.poll(answers).toEqual([['kitchen'], ['garden', 'kitchen']]);
  connect();
  await expect.poll(answers).toHaveLength(3);
  expect(reconnect).not.toHaveBeenCalled();
});

test('a list that the server could not send over a good connection is asked for again, until it has come', async () => {
  const { live, connect } = slowLine(async () => undefined);
  const { lists, queries } = openPage(live);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  connect();
  let failures = 0;
  const fails = () => {
    for (const answer of lists.splice(0)) {
      failures += 1;
      answer(Response.json({ error: 'away', code: 'unavailable' }, { status: 503 }));
    }
    vi.advanceTimersByTime(5_000);
    return failures;
  };
  await expect.poll(fails).toBeGreaterThan(8);
  const comes = () => {
    for (const answer of lists.splice(0)) answer(Response.json([{ id: 'kitchen', lastSeq: 2 }]));
    vi.advanceTimersByTime(5_000);
    return knownChats(queries);
  };
  await expect.poll(comes).toMatchObject([{ id: 'kitchen', lastSeq: 2 }]);
});
