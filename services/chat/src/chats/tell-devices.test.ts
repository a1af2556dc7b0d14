import { createLog } from '@koinonia/kit/observing/log.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withFailingQueries } from '../testing/failing-queries.ts';
import { holdFirstAnswer } from '../testing/hold-first-answer.ts';
import type { LiveSocket } from '../testing/live-socket.ts';
import { type Person, startWorld, type World } from '../testing/world.ts';
import { createTellDevices } from './tell-devices.ts';

let world: World;
let ruth: Person;
let ben: Person;
let id: string;
let phone: LiveSocket;
let desk: LiveSocket;
let bens: LiveSocket;

beforeAll(async () => {
  world = await startWorld({ nodes: 3 });
});
afterAll(() => world.close());

beforeEach(async () => {
  ruth = world.person();
  ben = world.person();
  [phone, desk, bens] = [await ruth.connect(0), await ruth.connect(1), await ben.connect(1)];
  ({ id } = (await ruth.open([ben])).body);
  // From here on, the test itself causes every event about the chat.
  for (const socket of [phone, desk, bens]) await hasHeardOfTheChat(socket);
  for (const text of ['One', 'Two', 'Three']) await ben.send(id, text);
  for (const socket of [phone, desk, bens]) await socket.join([id]);
});

const hasHeardOfTheChat = (socket: LiveSocket) =>
  // oxlint-disable-next-line vitest/no-standalone-expect
  eventually(() => expect(socket.heard('chatCreated')).toHaveLength(1));
const read = (body: object, who = ruth, node = 2) => who.call('POST', `/api/chat/${id}/read`, body, node);
const unreadHeard = (socket: LiveSocket) => socket.heard('chatUpdated').map(({ unreadCount }) => unreadCount);

describe('what one has read', () => {
  test("clears one's other devices on every node, and nobody else's", async () => {
    await read({ seq: 2 });
    await eventually(() => expect([phone, desk].map((socket) => unreadHeard(socket).at(-1))).toEqual([1, 1]));
    await read({ seq: 3 });
    await eventually(() => expect([phone, desk].map((socket) => unreadHeard(socket).at(-1))).toEqual([0, 0]));
    expect(desk.heard('chatUpdated').at(-1)).toEqual((await ruth.chats())[0]);
    expect(bens.heard('chatUpdated')).toEqual([]);
  });

  test('is told of many steps together, and not at all when nothing changes', async () => {
    for (let seq = 4; seq <= 24; seq += 1) await ben.send(id, `Line ${seq}`);
    await Promise.all(Array.from({ length: 24 }, (_, index) => read({ seq: index + 1 })));
    await eventually(() => expect(unreadHeard(desk).at(-1)).toBe(0));
    // All events about the steps above arrive before this one.
    await read({ unread: true });
    await eventually(() => expect(unreadHeard(desk).at(-1)).toBe(1));
    await read({ seq: 24 });
    await eventually(() => expect(unreadHeard(desk).at(-1)).toBe(0));
    expect(unreadHeard(desk).length).toBeLessThan(24);

    const before = unreadHeard(desk).length;
    await read({ seq: 24 });
    await read({ seq: 1 });
    const { seq } = (await ruth.send(id, 'My own')).body;
    await read({ seq });
    await read({ unread: true });
    await eventually(() => expect(unreadHeard(desk).at(-1)).toBe(1));
    expect(unreadHeard(desk).length).toBe(before + 1);
  });

  test('a mark shows on the other devices, says that it is one, and goes when the chat is read', async () => {
    await read({ seq: 3 });
    await read({ unread: true });
    await eventually(() =>
      expect(desk.heard('chatUpdated').at(-1)).toMatchObject({ unreadCount: 1, markedUnread: true }),
    );
    await read({ seq: 3 }, ruth, 0);
    await eventually(() => expect(unreadHeard(phone).at(-1)).toBe(0));
    expect(phone.heard('chatUpdated').at(-1)).not.toHaveProperty('markedUnread');
  });

  test('a mark that comes with a position that was read before shows there, too', async () => {
    await read({ seq: 3 });
    await eventually(() => expect(unreadHeard(desk).at(-1)).toBe(0));
    await read({ seq: 3, unread: true });
    await eventually(() => expect(desk.heard('chatUpdated').at(-1)).toMatchObject({ markedUnread: true }));
  });

  test('brings back no chat that was deleted, until something is said in it', async () => {
    await ruth.call('DELETE', `/api/chat/${id}`);
    await read({ seq: 3 });
    await ben.send(id, 'Back');
    await read({ unread: true });
    await eventually(() => expect(desk.heard('chatUpdated').at(-1)).toMatchObject({ markedUnread: true }));
    for (const chat of desk.heard('chatUpdated')) expect(chat).toMatchObject({ lastMessage: 'Back', unreadCount: 1 });
  });

  test('is told by a node that ends just after', async () => {
    const { app } = await world.startNode();
    await read({ seq: 3 }, ruth, world.nodes.length - 1);
    await app.close();
    await eventually(() => expect(unreadHeard(desk).at(-1)).toBe(0));
  });

  test('is told before the end, even when the database has yet to answer for what was read before', async () => {
    const held = holdFirstAnswer(world.db);
    const told: unknown[] = [];
    const broadcast = { toPeople: (_: unknown, __: unknown, chat: object) => told.push(chat) };
    const ending = createTellDevices({ db: held.db, broadcast, log: createLog('silent', 'chat') });
    await read({ seq: 1 });
    ending.soon(ruth.uid, id);
    await held.asked;
    await read({ seq: 3 });
    ending.soon(ruth.uid, id);
    const ended = ending.close();
    held.release();
    await ended;
    expect(told).toMatchObject([{ unreadCount: 2 }, { unreadCount: 0 }]);
  });

  test('is told in its order, even when the database answers late', async () => {
    const log = createLog('silent', 'chat');
    const held = holdFirstAnswer(world.db);
    const told: unknown[] = [];
    const broadcast = { toPeople: (_: unknown, __: unknown, chat: object) => told.push(chat) };
    const slow = createTellDevices({ db: held.db, broadcast, log });
    const others = Promise.withResolvers<void>();
    const quick = createTellDevices({ db: world.db, broadcast: { toPeople: () => others.resolve() }, log });

    await read({ seq: 1 });
    slow.soon(ruth.uid, id);
    await held.asked;
    await read({ seq: 3 });
    slow.soon(ruth.uid, id);
    // Begins after it, so whatever the slow one does without its first answer is done when this one is.
    quick.soon(ruth.uid, id);
    await others.promise;
    held.release();
    await eventually(() => expect(told).toMatchObject([{ unreadCount: 2 }, { unreadCount: 0 }]));
  });

  test.each([1, 3])('is told of each chat, even when the database fails %i times', async (times) => {
    const log = createLog('silent', 'chat');
    const told: unknown[] = [];
    const broadcast = { toPeople: (_: unknown, __: unknown, chat: object) => told.push(chat) };
    const { soon } = createTellDevices({ db: withFailingQueries(world.db, (query) => query <= times), broadcast, log });
    const others = (await ruth.open([world.person()])).body;
    soon(ruth.uid, id);
    soon(ruth.uid, others.id);
    await eventually(() => expect(told).toMatchObject([{ id: others.id }, { id }]));
  });
});
