import { randomUUID } from 'node:crypto';
import type { ChatSettings } from '@koinonia/contracts/chat-settings.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { addMembers } from '../../chats/queries.ts';
import { changeSettings } from '../../settings/queries.ts';
import type { LiveSocket } from '../../testing/live-socket.ts';
import { type Person, startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ nodes: 2 });
});
afterAll(() => world.close());

const openChat = (socket: LiveSocket, chatId: unknown): Promise<{ present: string[] }> =>
  socket.socket.timeout(10_000).emitWithAck('openChat', chatId);
const choose = (who: Person, settings: object) => who.call<ChatSettings>('PATCH', '/api/chat/settings', settings);

async function inChat(who: Person, chatId: string, node: number): Promise<LiveSocket> {
  const socket = await who.connect(node);
  await socket.join([chatId]);
  return socket;
}

/** Ben opens the chat when his node knows that he and Eva, who are in the chat, and Tom, who is not, are here. */
async function openWhileHere({ id, ben, tom, eva }: Record<'ben' | 'tom' | 'eva', Person> & { id: string }) {
  const withTom = (await ben.open([tom])).body;
  const bens = await inChat(ben, id, 1);
  await bens.join([withTom.id]);
  await eventually(async () => expect((await openChat(bens, withTom.id)).present).toContain(tom.uid));
  const here = expect.arrayContaining([eva.uid, ben.uid]);
  await eventually(async () => expect((await openChat(bens, id)).present).toEqual(here));
  return bens;
}

test('what one shows of oneself is on until it is turned off, and kept', async () => {
  const ruth = world.person();
  expect(await ruth.call('GET', '/api/chat/settings')).toEqual({ status: 200, body: { typing: true, presence: true } });
  expect((await choose(ruth, { typing: false })).body).toEqual({ typing: false, presence: true });
  expect((await choose(ruth, { presence: false })).body).toEqual({ typing: false, presence: false });
  expect((await ruth.call('GET', '/api/chat/settings', undefined, 1)).body).toEqual({ typing: false, presence: false });
  expect((await choose(ruth, { typing: 'no' })).status).toBe(400);
});

describe('typing', () => {
  test('is told to those who have the chat open, on any node, and to nobody else', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben, eva])).body;
    const [ruths, bens, evas] = [await inChat(ruth, id, 0), await inChat(ben, id, 1), await inChat(eva, id, 1)];
    await eventually(async () => {
      await openChat(ruths, id);
      await openChat(bens, id);
      ruths.socket.emit('typing');
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(bens.heard('typing')).toContainEqual({ chatId: id, userId: ruth.uid });
    });
    expect([ruths.heard('typing'), evas.heard('typing')]).toEqual([[], []]);
    for (let n = 0; n < 50; n += 1) ruths.socket.emit('typing');
    // What was said before this message has come before it.
    await ruth.send(id, 'Done');
    await eventually(() => expect(bens.heard('newMessage')).toHaveLength(1));
    expect(bens.heard('typing').length).toBeLessThan(20);
  });

  test('is not told to who was removed a moment ago', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben, eva])).body;
    const [ruths, bens, evas] = [await inChat(ruth, id, 0), await inChat(ben, id, 1), await inChat(eva, id, 1)];
    for (const socket of [ruths, bens, evas]) await openChat(socket, id);
    await ruth.call('PATCH', `/api/chat/${id}`, { remove: [eva.uid] });
    await eventually(() => expect(evas.heard('chatDeleted')).toHaveLength(1));
    const before = bens.heard('typing').length;
    ruths.socket.emit('typing');
    await eventually(() => expect(bens.heard('typing').length).toBeGreaterThan(before));
    expect(evas.heard('typing')).toEqual([]);
  });

  test('is not told of who turned it off, nor to them', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    await choose(ruth, { typing: false });
    const [ruths, bens] = [await inChat(ruth, id, 0), await inChat(ben, id, 1)];
    await eventually(async () => expect((await openChat(bens, id)).present).toContain(ruth.uid));
    await openChat(ruths, id);
    ruths.socket.emit('typing');
    bens.socket.emit('typing');
    await ruth.send(id, 'Done');
    await eventually(() => expect(bens.heard('newMessage')).toHaveLength(1));
    await eventually(() => expect(ruths.heard('newMessage')).toHaveLength(1));
    expect([ruths.heard('typing'), bens.heard('typing')]).toEqual([[], []]);
  });
});

describe('who is here', () => {
  test('is told to those who have a chat with them open, as they come and go on any node', async () => {
    const [ruth, ben, stranger] = world.people(3);
    const { id } = (await ruth.open([ben])).body;
    const bens = await inChat(ben, id, 1);
    await stranger.connect(0);
    await eventually(async () => expect((await openChat(bens, id)).present).toEqual([ben.uid]));
    const ruths = await ruth.connect(0);
    await eventually(() => expect(bens.heard('presence')).toContainEqual({ chatId: id, came: [ruth.uid], went: [] }));
    expect((await openChat(bens, id)).present.toSorted()).toEqual([ruth.uid, ben.uid].toSorted());
    ruths.close();
    await eventually(() => expect(bens.heard('presence').at(-1)).toEqual({ chatId: id, came: [], went: [ruth.uid] }));
    expect(ruths.heard('presence')).toEqual([]);
  });

  test('holds somebody with several devices, at one node or two, until the last of them goes', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben, eva])).body;
    const [bens, last] = [await inChat(ben, id, 1), await ruth.connect(1)];
    const others = [await ruth.connect(1), await ruth.connect(0)];
    const here = expect.arrayContaining([ruth.uid, ben.uid]);
    await eventually(async () => expect((await openChat(bens, id)).present).toEqual(here));
    others.forEach((device) => device.close());
    // Eva comes and goes at both nodes: by then, Ben would have been told if Ruth had gone.
    for (const node of [0, 1]) {
      const evas = await eva.connect(node);
      await eventually(() => expect(bens.heard('presence').at(-1)).toMatchObject({ came: [eva.uid] }));
      evas.close();
      await eventually(() => expect(bens.heard('presence').at(-1)).toMatchObject({ went: [eva.uid] }));
    }
    expect(bens.heard('presence').flatMap(({ went }) => went)).not.toContain(ruth.uid);
    expect((await openChat(bens, id)).present).toEqual(here);
    last.close();
    await eventually(() => expect(bens.heard('presence').at(-1)).toEqual({ chatId: id, came: [], went: [ruth.uid] }));
  });

  test('is told at once to whoever has just come', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben, eva])).body;
    await ruth.connect(0);
    const bens = await inChat(ben, id, 1);
    const here = expect.arrayContaining([ruth.uid, ben.uid]);
    await eventually(async () => expect((await openChat(bens, id)).present).toEqual(here));
    const evas = await inChat(eva, id, 1);
    expect((await openChat(evas, id)).present).toEqual(here);
  });

  test('is not told of who turned it off, nor to them', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    const [ruths, bens] = [await inChat(ruth, id, 0), await inChat(ben, id, 1)];
    await eventually(async () => expect((await openChat(bens, id)).present).toContain(ruth.uid));
    await choose(ruth, { presence: false });
    await eventually(() => expect(bens.heard('presence').at(-1)).toMatchObject({ went: [ruth.uid] }));
    expect((await openChat(ruths, id)).present).toEqual([]);
  });

  test('leaves the other devices of who turned it off, and comes back', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    const [desk] = [await inChat(ruth, id, 0), await inChat(ben, id, 1)];
    const both = expect.arrayContaining([ruth.uid, ben.uid]);
    await eventually(async () => expect((await openChat(desk, id)).present).toEqual(both));
    await choose(ruth, { presence: false });
    await eventually(() => expect(desk.heard('presence').at(-1)).toEqual({ chatId: id, came: [], went: both }));
    const before = desk.heard('presence').length;
    await choose(ruth, { presence: true });
    const came = () =>
      desk
        .heard('presence')
        .slice(before)
        .flatMap((change) => change.came);
    await eventually(() => expect(came()).toEqual(both));
  });

  test('is not told of who turned it off, though the bus lost it', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    const [, bens] = [await inChat(ruth, id, 0), await inChat(ben, id, 1)];
    await eventually(async () => expect((await openChat(bens, id)).present).toContain(ruth.uid));
    await changeSettings(world.db, ruth.uid, { presence: false });
    await eventually(() => expect(bens.heard('presence').at(-1)).toMatchObject({ went: [ruth.uid] }));
  });

  test('is told of who is added while the chat is open, and no more of who is removed', async () => {
    const [ruth, ben, eva, tom] = world.people(4);
    const { id } = (await ruth.open([ben, eva])).body;
    const [toms, evas] = [await tom.connect(0), await eva.connect(0)];
    const bens = await openWhileHere({ id, ben, tom, eva });
    await ruth.call('PATCH', `/api/chat/${id}`, { add: [tom.uid], remove: [eva.uid] });
    const told = { chatId: id, came: [tom.uid], went: [eva.uid] };
    await eventually(() => expect(bens.heard('presence').at(-1)).toEqual(told));
    evas.close();
    toms.close();
    await eventually(() => expect(bens.heard('presence').at(-1)).toEqual({ chatId: id, came: [], went: [tom.uid] }));
    expect(bens.heard('presence').filter(({ went }) => went.includes(eva.uid))).toHaveLength(1);
  });

  test('is told of who is added while the chat is open, though the bus lost it', async () => {
    const [ruth, ben, eva, tom] = world.people(4);
    const { id } = (await ruth.open([ben, eva])).body;
    await Promise.all([tom, eva].map((person) => person.connect(0)));
    const bens = await openWhileHere({ id, ben, tom, eva });
    await addMembers(world.db, { id, last_seq: 0 }, [tom.uid]);
    await eventually(() => expect(bens.heard('presence').at(-1)).toEqual({ chatId: id, came: [tom.uid], went: [] }));
  });

  test('is no business of whoever does not belong to the chat, or no longer', async () => {
    const [ruth, ben, eva, tom] = world.people(4);
    const { id } = (await ruth.open([ben, eva])).body;
    const evas = await inChat(eva, id, 1);
    await eventually(async () => expect((await openChat(evas, id)).present).toContain(eva.uid));
    await ruth.call('PATCH', `/api/chat/${id}`, { remove: [eva.uid] });
    await eventually(() => expect(evas.heard('chatDeleted')).toHaveLength(1));
    expect((await openChat(evas, id)).present).toEqual([]);
    const toms = await tom.connect(0);
    for (const hostile of [id, randomUUID(), `chat:${id}`, null, 7, {}, '__proto__'])
      expect((await openChat(toms, hostile)).present).toEqual([]);
    toms.socket.emit('openChat');
    toms.socket.emit('typing', { chatId: id });
    expect((await openChat(toms, null)).present).toEqual([]);
    expect(toms.socket.connected).toBe(true);
  });
});
