import { randomUUID } from 'node:crypto';
import { type BroadcastMessage, maxTextLength, type Message } from '@koinonia/contracts/chat.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { numbers } from '../testing/numbers.ts';
import { type Person, startWorld, textsOf, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ nodes: 2 });
});
afterAll(() => world.close());

const pathOf = (message: Message) => `/api/chat/${message.chatId}/messages/${message.id}`;
const edit = (who: Person, message: Message, text: string, more: object = {}, node = 0) =>
  who.call<Message>('PATCH', pathOf(message), { text, ...more }, node);
const remove = (who: Person, message: Message, node = 0) =>
  who.call<Message>('DELETE', pathOf(message), undefined, node);
const react = (who: Person, { chatId, id }: Message, node = 0) =>
  who.call('POST', '/api/chat/react', { chatId, messageId: id, emoji: '🎉', on: true }, node);
const versions = (who: Person, message: Message) => who.call<{ text: string }[]>('GET', `${pathOf(message)}/versions`);

async function talk() {
  const [ruth, ben, eva] = world.people(3);
  const { id } = (await ruth.open([ben, eva])).body;
  const said = (await ruth.send(id, 'Diner at six', { clientId: randomUUID() })).body;
  return { id, ruth, ben, eva, said };
}

describe('editing a message', () => {
  test('changes its text for everyone, says so, and keeps what it said for the members', async () => {
    const { id, ruth, ben, said } = await talk();
    const { status, body } = await edit(ruth, said, 'Dinner at six');
    expect([status, body]).toEqual([
      200,
      { ...said, text: 'Dinner at six', editedAt: expect.any(String), changeSeq: 1 },
    ]);
    expect((await ben.messages(id)).body).toEqual([body]);
    expect((await ben.chats())[0]).toMatchObject({ lastMessage: 'Dinner at six', changeSeq: 1, unreadCount: 1 });
    await edit(ruth, said, 'Dinner at seven');
    expect((await versions(ben, said)).body).toEqual([
      { text: 'Diner at six', writtenAt: said.createdAt },
      { text: 'Dinner at six', writtenAt: body.editedAt },
      { text: 'Dinner at seven', writtenAt: expect.any(String) },
    ]);
  });

  test('to the same again changes nothing', async () => {
    const { ruth, said } = await talk();
    const first = await edit(ruth, said, 'Dinner');
    expect(await edit(ruth, said, 'Dinner')).toEqual(first);
    expect((await versions(ruth, said)).body).toHaveLength(2);
  });

  test('is for its sender alone, while they belong to the chat', async () => {
    const { id, ruth, ben, said } = await talk();
    for (const answer of [await edit(ben, said, 'Mine'), await remove(ben, said)])
      expect(answer).toMatchObject({ status: 403, body: { error: 'Only its sender can change a message.' } });
    const stranger = world.person();
    for (const answer of [
      await edit(stranger, said, 'x'),
      await remove(stranger, said),
      await versions(stranger, said),
    ])
      expect(answer.status).toBe(404);
    for (const messageId of [randomUUID(), 'x', '__proto__']) {
      const none = { ...said, id: messageId };
      for (const answer of [await edit(ruth, none, 'x'), await remove(ruth, none), await versions(ruth, none)])
        expect(answer).toMatchObject({ status: 404, body: { error: 'This message was not found.' } });
    }
    await ben.call('PATCH', `/api/chat/${id}`, { remove: [ruth.uid] });
    expect((await edit(ruth, said, 'From outside')).status).toBe(404);
    expect((await remove(ruth, said)).status).toBe(404);
  });

  test('is refused without a text, with too long a one, and too often', async () => {
    const { ruth, said } = await talk();
    for (const nothing of [' \n', '\u200B\u3164']) expect((await edit(ruth, said, nothing)).status).toBe(400);
    expect((await edit(ruth, said, 'x'.repeat(maxTextLength + 1))).status).toBe(400);
    expect((await ruth.call('PATCH', pathOf(said), {})).status).toBe(400);
    for (const n of numbers(100)) expect((await edit(ruth, said, `Try ${n}`)).status).toBe(200);
    expect((await edit(ruth, said, 'Once more')).status).toBe(400);
  });

  test('of lines of the chat itself is refused', async () => {
    const { id, ruth } = await talk();
    await ruth.call('PATCH', `/api/chat/${id}`, { name: 'Cooks' });
    const line = (await ruth.messages(id)).body.at(-1)!;
    const refused = { status: 403, body: { error: 'System messages cannot be changed.' } };
    for (const answer of [await edit(ruth, line, 'I was framed'), await remove(ruth, line)])
      expect(answer).toMatchObject(refused);
  });

  test('leaves the message the same for a send that is repeated', async () => {
    const { id, ruth, said } = await talk();
    const { body } = await edit(ruth, said, 'Dinner at six');
    const again = (text: string) => ruth.send(id, text, { clientId: said.clientId });
    expect(await again('Diner at six')).toEqual({ status: 200, body });
    expect((await again('Dinner at six')).status).toBe(409);
    const tombstone = (await remove(ruth, said)).body;
    expect(await again('Diner at six')).toEqual({ status: 200, body: tombstone });
  });
});

describe('deleting a message', () => {
  test('leaves its place and nothing else', async () => {
    const { id, ruth, ben, said } = await talk();
    await edit(ruth, said, 'Dinner', { mentions: [ben.uid] });
    await react(ben, said);
    const { status, body } = await remove(ruth, said);
    const { clientId, createdAt, chatId, seq, senderId } = said;
    expect([status, body]).toEqual([
      200,
      {
        id: said.id,
        clientId,
        createdAt,
        chatId,
        seq,
        senderId,
        text: '',
        attachmentUrl: null,
        reactions: {},
        myReactions: [],
        deletedAt: expect.any(String),
        changeSeq: 3,
      },
    ]);
    expect((await ben.messages(id)).body).toEqual([body]);
    expect((await ben.chats())[0]).toMatchObject({
      lastMessage: 'This message was deleted',
      lastSeq: 1,
      unreadCount: 0,
    });
    expect((await versions(ben, said)).body).toEqual([]);
    expect(await remove(ruth, said)).toEqual({ status, body });
    expect((await edit(ruth, said, 'Back')).status).toBe(409);
    expect((await react(ben, said)).status).toBe(404);
  });

  test('wins against edits and reactions at the same moment on two nodes', async () => {
    const { id, ruth, ben, said } = await talk();
    const answers = await Promise.all([
      ...numbers(8).map((n) => edit(ruth, said, `Edit ${n}`, {}, n % 2)),
      remove(ruth, said, 1),
      ...numbers(4).map((n) => react(ben, said, n % 2)),
    ]);
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    const gone = { text: '', reactions: {}, deletedAt: expect.any(String) };
    expect((await ben.messages(id)).body).toEqual([expect.objectContaining(gone)]);
    expect((await versions(ben, said)).body).toEqual([]);
  });
});

describe('replying to a message', () => {
  test('carries the original along, as it is now', async () => {
    const { id, ruth, ben, said } = await talk();
    const reply = await ben.send(id, 'Gladly', { replyTo: 1 });
    const original = { id: said.id, seq: 1, senderId: ruth.uid, text: 'Diner at six', deleted: false };
    expect(reply).toMatchObject({ status: 201, body: { replyTo: original } });
    await edit(ruth, said, 'Dinner at six');
    expect((await ruth.messages(id)).body[1]).toMatchObject({
      replyTo: { ...original, text: 'Dinner at six' },
      changeSeq: 2,
    });
    await remove(ruth, said);
    expect((await ruth.messages(id)).body[1]).toMatchObject({ replyTo: { ...original, text: '', deleted: true } });
    const long = (await ruth.send(id, '\u{1F64F}'.repeat(500))).body;
    expect((await ben.send(id, 'Amen', { replyTo: long.seq })).body.replyTo?.text).toBe('\u{1F64F}'.repeat(200));
  });

  test('shows nobody a message that is not there for them', async () => {
    const { id, ruth, ben, eva } = await talk();
    const tom = world.person();
    await ruth.call('PATCH', `/api/chat/${id}`, { add: [tom.uid] });
    await eva.call('DELETE', `/api/chat/${id}`);
    const sockets = { tom: await tom.connect(1), ben: await ben.connect(1), eva: await eva.connect(0) };
    for (const socket of Object.values(sockets)) await socket.join([id]);
    const { seq } = (await ben.send(id, 'Gladly', { replyTo: 1 })).body;
    await eventually(() => {
      expect(sockets.ben.heard('newMessage')).toMatchObject([{ seq, replyTo: { seq: 1 } }]);
      for (const socket of [sockets.tom, sockets.eva]) {
        expect(socket.heard('newMessage')).toMatchObject([{ seq }]);
        expect(socket.heard('newMessage')[0]).not.toHaveProperty('replyTo');
      }
    });
    for (const person of [tom, eva]) {
      expect((await person.messages(id)).body.at(-1)).not.toHaveProperty('replyTo');
      expect((await person.send(id, 'What?', { replyTo: 1 })).status).toBe(400);
    }
  });

  test.each([0, 99, -1, 1.5, '1'])('is refused to %j, where there is none', async (replyTo) => {
    const { id, ruth } = await talk();
    expect((await ruth.send(id, 'Gladly', { replyTo })).status).toBe(400);
  });
});

describe('mentions', () => {
  test('are told, and counted for whom they concern until they have read', async () => {
    const { id, ruth, ben, eva } = await talk();
    const { body } = await ruth.send(id, 'Ben?', { mentions: [ben.uid, world.person().uid, 'x'] });
    expect(body.mentions).toEqual([ben.uid]);
    await ruth.send(id, 'Everyone!', { mentions: ['everyone'] });
    expect((await ben.chats())[0]).toMatchObject({ mentionsMe: 2, unreadCount: 3 });
    expect((await eva.chats())[0]).toMatchObject({ mentionsMe: 1 });
    expect((await ruth.chats())[0]).not.toHaveProperty('mentionsMe');
    expect((await edit(ruth, body, 'Eva?', { mentions: [eva.uid] })).body.mentions).toEqual([eva.uid]);
    await remove(ruth, body);
    expect((await ben.chats())[0]).toMatchObject({ mentionsMe: 1, unreadCount: 2 });
    await ben.call('POST', `/api/chat/${id}/read`, { seq: 3 });
    expect((await ben.chats())[0]).not.toHaveProperty('mentionsMe');
  });

  test('are of people of the chat, and not too many', async () => {
    const { id, ruth } = await talk();
    expect((await ruth.send(id, 'x', { mentions: [world.person().uid] })).body).not.toHaveProperty('mentions');
    expect((await ruth.send(id, 'x', { mentions: numbers(101).map(() => randomUUID()) })).status).toBe(400);
    expect((await ruth.send(id, 'x', { mentions: 'everyone' })).status).toBe(400);
  });
});

/** Keeps messages as the contract tells clients to: of two versions, the one with the higher number. */
function keep(known: Map<number, BroadcastMessage>, heard: readonly BroadcastMessage[]): void {
  for (const message of heard) {
    const before = known.get(message.seq);
    if (!before || (message.changeSeq ?? 0) >= (before.changeSeq ?? 0)) known.set(message.seq, message);
  }
}

describe('changes reach everyone', () => {
  test('whoever is there hears each, and whoever was away asks for those since', async () => {
    const { id, ruth, ben, said } = await talk();
    const socket = await ben.connect(1);
    await socket.join([id]);
    const second = (await ruth.send(id, 'And bring friends')).body;
    await edit(ruth, said, 'Dinner at six', {}, 0);
    await remove(ruth, second, 1);
    // Two nodes tell them: the first may come later than the second, which is why they have numbers.
    const heard = () => socket.heard('messageChanged').toSorted((a, b) => (a.changeSeq ?? 0) - (b.changeSeq ?? 0));
    await eventually(() =>
      expect(heard()).toMatchObject([
        { seq: 1, text: 'Dinner at six', changeSeq: 1 },
        { seq: 2, text: '', deletedAt: expect.any(String), changeSeq: 2 },
      ]),
    );
    await eventually(() => expect(socket.heard('chatHead').at(-1)).toEqual({ id, lastSeq: 2, changeSeq: 2 }));
    const changed = async (query: string) => textsOf((await ben.messages(id, query)).body);
    expect(await changed('?changedAfter=0')).toEqual(['Dinner at six', '']);
    expect(await changed('?changedAfter=1')).toEqual(['']);
    expect(await changed('?changedAfter=2')).toEqual([]);
    expect((await (await ben.connect(0)).join([id])).joined).toEqual([{ id, lastSeq: 2, changeSeq: 2 }]);
  });

  test('who is removed or came later hears of no change', async () => {
    const { id, ruth, ben, eva, said } = await talk();
    const tom = world.person();
    const sockets = { eva: await eva.connect(1), tom: await tom.connect(1), ben: await ben.connect(1) };
    for (const name of ['eva', 'ben'] as const) await sockets[name].join([id]);
    await ruth.call('PATCH', `/api/chat/${id}`, { remove: [eva.uid], add: [tom.uid] });
    await sockets.tom.join([id]);
    await edit(ruth, said, 'Secret');
    await eventually(() => expect(textsOf(sockets.ben.heard('messageChanged'))).toEqual(['Secret']));
    await eventually(() => expect(sockets.tom.heard('chatHead').at(-1)).toMatchObject({ changeSeq: 1 }));
    expect([sockets.eva.heard('messageChanged'), sockets.tom.heard('messageChanged')]).toEqual([[], []]);
    expect((await tom.messages(id, '?changedAfter=0')).body).toEqual([]);
    expect((await tom.call('GET', `${pathOf(said)}/versions`)).status).toBe(404);
    expect((await eva.messages(id, '?changedAfter=0')).status).toBe(404);
  });

  test('caches come to be the same, whatever was edited, deleted and replied to at once on two nodes', async () => {
    const { id, ruth, ben, eva } = await talk();
    const people = [ruth, ben, eva];
    const sockets = await Promise.all(people.map((person, n) => person.connect(n % 2)));
    for (const socket of sockets) await socket.join([id]);
    const said = await Promise.all(numbers(9).map(async (n) => (await people[n % 3]!.send(id, `Number ${n}`)).body));
    await Promise.all([
      ...numbers(45).map((n) => edit(people[n % 3]!, said[(n % 9) - (n % 9 === 0 ? -8 : 1)]!, `Edit ${n}`, {}, n % 2)),
      ...numbers(20).map((n) => people[n % 3]!.send(id, `Reply ${n}`, { replyTo: (n % 9) + 2 }, n % 2)),
      remove(people[4 % 3]!, said[3]!, 0),
    ]);
    const { lastSeq, changeSeq } = (await ruth.chats())[0]!;
    const truth = (await ruth.messages(id, '?limit=200')).body.map(({ myReactions: _mine, ...message }) => message);
    expect(truth).toHaveLength(lastSeq);
    expect(Math.max(...truth.map((message) => message.changeSeq ?? 0))).toBeLessThanOrEqual(changeSeq!);
    for (const socket of sockets) {
      const known = new Map<number, BroadcastMessage>(truth.slice(0, 1).map((first) => [1, first]));
      await eventually(async () => {
        keep(known, socket.heard('newMessage'));
        keep(known, socket.heard('messageChanged'));
        const page = (await ben.messages(id, '?changedAfter=0&limit=200')).body;
        keep(
          known,
          page.map(({ myReactions: _mine, ...message }) => message),
        );
        expect([...known.values()].toSorted((a, b) => a.seq - b.seq)).toEqual(truth);
      });
    }
  });
});
