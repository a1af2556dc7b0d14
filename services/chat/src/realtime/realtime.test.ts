import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { answerPing, type LiveSocket, pingFrame } from '../testing/live-socket.ts';
import { numbers } from '../testing/numbers.ts';
import { seqsOf, startWorld, textsOf, type World } from '../testing/world.ts';

describe.each([
  ['three nodes over Redis', { nodes: 3 }],
  ['one node alone', { nodes: 1, redisUrl: null }],
])('%s', (_, options) => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(options);
  });
  afterAll(() => world.close());

  /** The node with this number, starting again from the first when there are fewer. */
  const node = (number: number) => number % options.nodes;

  test('a message reaches every socket that joined the chat, the sender’s too, without what is only theirs', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben, eva])).body;
    const sockets = await Promise.all([ruth.connect(node(0)), ben.connect(node(1)), eva.connect(node(2))]);
    for (const socket of sockets) {
      expect(await socket.join([id])).toEqual({ joined: [{ id, lastSeq: 0 }], refused: [] });
    }
    const { body } = await ruth.send(id, 'Hello', { clientId: 'c1' }, node(2));
    const { myReactions: _mine, ...broadcast } = body;
    for (const socket of sockets) await eventually(() => expect(socket.heard('newMessage')).toEqual([broadcast]));
  });

  test('joining tells how far the chat has got', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    for (const n of numbers(3)) await ruth.send(id, `Number ${n}`);
    const socket = await ben.connect(node(1));
    expect(await socket.join([id])).toEqual({ joined: [{ id, lastSeq: 3 }], refused: [] });
  });

  test('nobody joins the chats of others', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben])).body;
    const stranger = await eva.connect(node(1));
    const listener = await ruth.connect(node(1));
    await listener.join([id]);
    expect(await stranger.join([id, `chat:${id}`, `person:${ruth.uid}`, ruth.uid])).toEqual({
      joined: [],
      refused: [id, `chat:${id}`, `person:${ruth.uid}`, ruth.uid],
    });
    await ruth.send(id, 'Between us');
    await eventually(() => expect(listener.heard('newMessage')).toHaveLength(1));
    expect(stranger.heard('newMessage')).toEqual([]);
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a string', 'everything'],
    ['an object', { length: 3, 0: 'x' }],
    ['a number', 7],
    ['names of the language', ['__proto__', 'constructor', 'toString']],
    ['lists within the list', [[['x']], {}, null, 3, true]],
    ['a very long id', ['x'.repeat(10_000)]],
    ['ten thousand ids that are none of theirs', numbers(10_000).map(() => randomUUID())],
  ])('joinChats with %s joins nothing and harms nothing', async (_name, input) => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    const socket = await ruth.connect(node(1));
    expect((await socket.join(input)).joined).toEqual([]);
    socket.socket.emit('joinChats', input);
    socket.socket.emit('joinChats');
    socket.socket.emit('no such event', input, { __proto__: 1 });
    expect((await socket.join([id, id])).joined).toEqual([{ id, lastSeq: 0 }]);
  });

  test('a flood of joins ends the socket that sends it', async () => {
    const socket = await world.person().connect(node(0));
    for (const _n of numbers(300)) socket.socket.emit('joinChats', [randomUUID()]);
    await eventually(() => expect(socket.socket.connected).toBe(false));
  });

  test.each([
    ['of Engine.IO', answerPing],
    ['of WebSocket', pingFrame],
  ])('a flood of signs of life %s ends the socket that sends it', async (_layer, send) => {
    const socket = await world.person().connect(node(0));
    const reasons: string[] = [];
    socket.socket.once('disconnect', (reason) => reasons.push(reason));
    // Repeated, because a second may end while they arrive.
    await eventually(() => {
      for (const _n of numbers(300)) send(socket);
      expect(reasons).toHaveLength(1);
    });
    expect(reasons).toEqual(['io server disconnect']);
  });

  test('a new chat is told to everyone concerned and joined by the server', async () => {
    const [ruth, ben, eva] = world.people(3);
    const sockets = await Promise.all([ruth.connect(node(0)), ben.connect(node(1)), eva.connect(node(2))]);
    const { id } = (await ruth.open([ben, eva], { name: 'Outreach' }, node(2))).body;
    for (const socket of sockets) {
      await eventually(() => expect(socket.heard('chatCreated')).toMatchObject([{ id, name: 'Outreach' }]));
    }
    await eva.send(id, 'Hello', {}, node(1));
    for (const socket of sockets)
      await eventually(() => expect(textsOf(socket.heard('newMessage'))).toEqual(['Hello']));
  });

  test('a renamed chat is told to its members as each of them sees it', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben, eva])).body;
    await ruth.send(id, 'Hello');
    const sockets = [await ruth.connect(node(0)), await ben.connect(node(1))] as const;
    await ruth.call('PATCH', `/api/chat/${id}`, { name: 'Outreach' }, node(2));
    await eventually(() => {
      expect(sockets[0].heard('chatUpdated')).toMatchObject([{ id, name: 'Outreach', unreadCount: 0 }]);
      expect(sockets[1].heard('chatUpdated')).toMatchObject([{ id, name: 'Outreach', unreadCount: 1 }]);
    });
  });

  test('who is removed is told so, and of nothing that comes later; who is added hears what comes', async () => {
    const [ruth, ben, eva, tom] = world.people(4);
    // The sweep may add a person between connecting and joining, and then sends the chat to the others.
    const sinceTomCame = (socket: LiveSocket) =>
      socket.heard('chatUpdated').filter(({ users }) => users.includes(tom.uid));
    const { id } = (await ruth.open([ben, eva])).body;
    const evas = await eva.connect(node(1));
    const toms = await tom.connect(node(2));
    const bens = await ben.connect(node(1));
    await evas.join([id]);
    await bens.join([id]);
    await ruth.call('PATCH', `/api/chat/${id}`, { remove: [eva.uid], add: [tom.uid] }, node(0));
    for (const n of numbers(5)) await ruth.send(id, `Number ${n}`, {}, node(n));
    await eventually(() => {
      expect(evas.heard('chatDeleted')).toEqual([{ id }]);
      expect(toms.heard('chatCreated')).toMatchObject([{ id }]);
      // Messages through other nodes may arrive before the system lines.
      expect(bens.heard('newMessage').flatMap(({ system }) => system?.kind ?? [])).toEqual(['added', 'removed']);
      expect(bens.heard('newMessage')).toHaveLength(7);
      expect(sinceTomCame(bens)).toContainEqual(expect.objectContaining({ id }));
    });
    expect(evas.heard('newMessage')).toEqual([]);
    expect(sinceTomCame(evas)).toEqual([]);
    expect((await evas.join([id])).refused).toEqual([id]);
    await ruth.send(id, 'Number 6', {}, node(1));
    await eventually(() => expect(toms.heard('newMessage').at(-1)?.text).toBe('Number 6'));
    expect(evas.heard('newMessage')).toEqual([]);
  });

  test('a message that is sent again is not told to who came after it', async () => {
    const [ruth, ben, eva, tom] = world.people(4);
    const { id } = (await ruth.open([ben, eva])).body;
    const bens = await ben.connect(node(1));
    const toms = await tom.connect(node(1));
    await bens.join([id]);
    await ruth.send(id, 'Before Tom came', { clientId: 'c' });
    await ruth.call('PATCH', `/api/chat/${id}`, { add: [tom.uid] });
    await toms.join([id]);
    const { body } = await ruth.send(id, 'Before Tom came', { clientId: 'c' });
    await ruth.call('POST', '/api/chat/react', { chatId: id, messageId: body.id, emoji: '🎉' });
    await ruth.send(id, 'After');
    await eventually(() => expect(seqsOf(bens.heard('newMessage'))).toEqual([1, 2, 1, 3]));
    await eventually(() => expect(seqsOf(toms.heard('newMessage')).at(-1)).toBe(3));
    await eventually(() => expect(bens.heard('messageReaction')).toHaveLength(1));
    expect(seqsOf(toms.heard('newMessage'))).not.toContain(1);
    expect(toms.heard('messageReaction')).toEqual([]);
  });

  test('a reaction is told to the members', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    const socket = await ben.connect(node(1));
    await socket.join([id]);
    const messageId = (await ruth.send(id, 'Hello')).body.id;
    const react = (on: boolean) =>
      ruth.call('POST', '/api/chat/react', { chatId: id, messageId, emoji: '🙏', on }, node(2));
    await react(true);
    await react(true);
    await react(false);
    const event = { chatId: id, messageId, userId: ruth.uid, emoji: '🙏' };
    await eventually(() =>
      expect(socket.heard('messageReaction')).toEqual([
        { ...event, reactions: { '🙏': 1 }, added: true, changeSeq: 1 },
        { ...event, reactions: {}, added: false, changeSeq: 2 },
      ]),
    );
  });

  test('a chat that was deleted for oneself goes from the other devices, and a later message reaches them', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    await ben.send(id, 'Before');
    const phone = await ruth.connect(node(1));
    // Otherwise the sweep would join it, and tell all her pages about the chat.
    await phone.join([id]);
    await ruth.call('DELETE', `/api/chat/${id}`, undefined, node(0));
    await eventually(() => expect(phone.heard('chatDeleted')).toEqual([{ id }]));
    // A page that is opened later does not know the chat, so it cannot ask to join it.
    const laptop = await ruth.connect(node(2));
    await laptop.join([]);
    await ben.send(id, 'After');
    await eventually(() => expect(textsOf(laptop.heard('newMessage'))).toEqual(['After']));
    await ruth.call('DELETE', `/api/chat/${id}`);
    await ruth.open([ben]);
    await eventually(() => expect(laptop.heard('chatCreated')).toMatchObject([{ id, lastMessage: '' }]));
  });

  test('every member has every message exactly once, whatever came when', async () => {
    const everyone = world.people(4);
    const { id } = (await everyone[0].open(everyone.slice(1))).body;
    const sockets = await Promise.all(everyone.map((person, n) => person.connect(node(n))));
    for (const socket of sockets) await socket.join([id]);
    await Promise.all(numbers(200).map((n) => everyone[n % 4]!.send(id, `Number ${n}`, {}, node(n))));
    for (const socket of sockets) {
      await eventually(() => expect(socket.heard('newMessage')).toHaveLength(200));
      expect(seqsOf(socket.heard('newMessage')).toSorted((a, b) => a - b)).toEqual(numbers(200));
    }
  });

  test('changes of people and groups are told to whom they concern', async () => {
    const ruth = world.person();
    const admin = world.person({ admin: true });
    const [member, other] = [await ruth.connect(node(0)), await admin.connect(node(1))];
    const me = {
      uid: ruth.uid,
      displayName: 'Ruth',
      email: 'ruth@base.example',
      phone: '',
      photoURL: '',
      role: 'admin' as const,
      theme: 'auto' as const,
      groups: ['All Staff'],
    };
    const [{ bus }] = world.nodes as [World['nodes'][number]];
    await bus.publish('personUpdated', { me, changedAt: new Date().toISOString() });
    await bus.publish('usersChanged', {});
    await bus.publish('groupsChanged', {});
    await eventually(() => {
      expect(member.heard('userUpdated')).toEqual([me]);
      expect(member.heard('groupsChanged')).toContainEqual({});
      expect(other.heard('groupsChanged')).toContainEqual({});
      expect(other.heard('usersChanged')).toContainEqual({});
    });
    expect(other.heard('userUpdated')).toEqual([]);
    expect(member.heard('usersChanged')).toEqual([]);
  });
});
