import type { Chat } from '@koinonia/contracts/chat.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withFailingQueries } from '../../testing/failing-queries.ts';
import { startWorld, type World } from '../../testing/world.ts';
import type { ChatSocket } from '../sockets/chat-socket.ts';
import { createConnections } from '../sockets/connections.ts';
import { createMemberFollower } from './member-follower.ts';
import { createNewcomers } from './newcomers.ts';
import type { NodeLink } from '../delivery/node-link.ts';
import type { Presence } from '../presence/presence.ts';

const log = createLog('silent', 'tests');
let world: World;

beforeAll(async () => {
  world = await startWorld({ redisUrl: null });
});
afterAll(() => world.close());

/** A node beside the running one, with a socket of this person, and what the socket receives. */
function nodeWith(uid: string, { settled = async () => {}, db = world.db } = {}) {
  const connections = createConnections();
  const rooms = new Set<string>();
  const heard: string[] = [];
  const names: (string | null | undefined)[] = [];
  connections.add({
    connected: true,
    rooms,
    data: {
      uid,
      sessionId: null,
      endsAt: null,
      received: { packets: 0, bytes: 0, isAdmitted: true },
      joinsUntil: 0,
      open: null,
    },
    join: (entered: string[]) => entered.forEach((room) => rooms.add(room)),
    leave: (room: string) => rooms.delete(room),
    emit(event: string, chat: Partial<Chat>) {
      heard.push(event);
      names.push(chat.name);
    },
  } as unknown as ChatSocket);
  const link = { settled } as NodeLink;
  const presence = { among: (): string[] => [] } as unknown as Presence;
  return {
    heard,
    names,
    follower: createMemberFollower({ db, connections, newcomers: createNewcomers(), link, presence, log }),
  };
}

test('what the sweep read too early tells nobody, and keeps nobody from being told later', async () => {
  const [ruth, ben, eva, tom] = world.people(4);
  const { id } = (await ruth.open([ben, eva])).body;
  const { heard, follower } = nodeWith(tom.uid);
  await follower.reconcile(id, [{ user_id: tom.uid, is_member: true }]);
  expect(heard).toEqual([]);
  await ruth.call('PATCH', `/api/chat/${id}`, { add: [tom.uid] });
  follower.follow({ chatId: id, joined: [tom.uid], left: [] });
  await eventually(() => expect(heard).toEqual(['chatCreated']));

  await follower.reconcile(id, [{ user_id: tom.uid, is_member: false }]);
  await ruth.call('PATCH', `/api/chat/${id}`, { remove: [tom.uid] });
  follower.follow({ chatId: id, joined: [], left: [tom.uid] });
  await eventually(() => expect(heard.at(-1)).toBe('chatDeleted'));
});

test('a report that comes while the sweep waits for Redis tells nobody again', async () => {
  const [ruth, ben, eva, tom] = world.people(4);
  const { id } = (await ruth.open([ben, eva])).body;
  await ruth.call('PATCH', `/api/chat/${id}`, { add: [tom.uid] });
  const waits = Promise.withResolvers<void>();
  const { heard, follower } = nodeWith(tom.uid, { settled: () => waits.promise });
  const swept = follower.reconcile(id, [{ user_id: tom.uid, is_member: true }]);
  follower.follow({ chatId: id, joined: [tom.uid], left: [] });
  // Queued, and so after the report.
  await follower.reconcile(id, [{ user_id: tom.uid, is_member: true }]);
  waits.resolve();
  await swept;
  await follower.reconcile(id, [{ user_id: tom.uid, is_member: true }]);
  expect(heard).toEqual(['chatCreated']);
});

test.each([
  ['who is in the chat', 1],
  ['what to tell of it', 2],
])('a change is told though the database did not say %s at first', async (_, failing) => {
  const [ruth, ben, eva] = world.people(3);
  const { id } = (await ruth.open([ben, eva])).body;
  await ruth.call('PATCH', `/api/chat/${id}`, { name: 'Cooks' });
  const { heard, names, follower } = nodeWith(ben.uid, {
    db: withFailingQueries(world.db, (query) => query === failing),
  });
  follower.follow({ chatId: id, joined: [], left: [] });
  await eventually(() => expect([heard, names]).toEqual([['chatUpdated'], ['Cooks']]));
});

test('who was found by the sweep is told of their chat though that failed at first', async () => {
  const [ruth, ben, eva] = world.people(3);
  const { id } = (await ruth.open([ben, eva])).body;
  const { heard, follower } = nodeWith(ben.uid, { db: withFailingQueries(world.db, (query) => query === 2) });
  await expect(follower.reconcile(id, [{ user_id: ben.uid, is_member: true }])).rejects.toThrow('has ended');
  await eventually(() => expect(heard).toEqual(['chatCreated']));
});

test('what happens to a chat again and again is told together, as it stands at last', async () => {
  const [ruth, ben, eva] = world.people(3);
  const { id } = (await ruth.open([ben, eva])).body;
  const { heard, names, follower } = nodeWith(ben.uid);
  // Queued: the second time after everything that had to be told before the first.
  const isTold = async () => {
    for (const _time of [1, 2]) await follower.reconcile(id, [{ user_id: ben.uid, is_member: true }]);
  };
  const follow = (times: number) => {
    for (let time = 0; time < times; time += 1) follower.follow({ chatId: id, joined: [], left: [] });
  };
  follower.follow({ chatId: id, joined: [ben.uid], left: [] });
  follow(20);
  await isTold();
  expect(heard).toEqual(['chatCreated']);

  for (const name of ['Kitchen', 'Cooks']) await ruth.call('PATCH', `/api/chat/${id}`, { name });
  follow(20);
  await isTold();
  expect(heard).toEqual(['chatCreated', 'chatUpdated']);
  expect(names.at(-1)).toBe('Cooks');
  follow(1);
  await isTold();
  expect(heard).toHaveLength(3);
});
