import { randomUUID } from 'node:crypto';
import { type Chat, maxChatMembers } from '@koinonia/contracts/chat.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ nodes: 3 });
});
afterAll(() => world.close());

describe('changing a group', () => {
  const change = (who: Person, id: string, body: object) => who.call<Chat>('PATCH', `/api/chat/${id}`, body);

  test('renames it, and an empty name takes the name away', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben, eva])).body;
    expect(await change(ben, id, { name: ' Prayer walk ' })).toMatchObject({
      status: 200,
      body: { name: 'Prayer walk' },
    });
    expect((await eva.chats())[0]!.name).toBe('Prayer walk');
    expect(await change(ben, id, { name: ' ' })).toMatchObject({ status: 200, body: { name: null } });
    expect(await change(ben, id, { name: '\u200b\u0001' })).toMatchObject({ status: 200, body: { name: null } });
  });

  test('whoever is added sees what comes after, and whoever is removed sees nothing more', async () => {
    const [ruth, ben, eva, tom] = world.people(4);
    const { id } = (await ruth.open([ben, eva])).body;
    await ruth.send(id, 'Before');
    const changed = await change(ruth, id, { add: [tom.uid], remove: [eva.uid] });
    expect(changed.body.users.toSorted()).toEqual([ruth.uid, ben.uid, tom.uid].toSorted());
    await ruth.send(id, 'After');
    expect((await tom.messages(id)).body).toMatchObject([
      { seq: 2, system: { kind: 'added', people: [tom.uid] } },
      { seq: 3, system: { kind: 'removed', people: [eva.uid] } },
      { seq: 4, text: 'After' },
    ]);
    expect((await tom.chats())[0]).toMatchObject({ unreadCount: 1, lastMessage: 'After' });
    expect((await eva.messages(id)).status).toBe(404);
    expect((await eva.send(id, 'Still here?')).status).toBe(404);
    expect((await change(eva, id, { add: [eva.uid] })).status).toBe(404);
    for (const read of [{ seq: 1 }, { unread: true }])
      expect((await eva.call('POST', `/api/chat/${id}/read`, read)).status).toBe(404);
    expect(await eva.chats()).toEqual([]);
  });

  test('who comes back sees only what is said from then on', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben, eva])).body;
    await ruth.send(id, 'One');
    await eva.call('POST', `/api/chat/${id}/read`, { unread: true });
    await change(ruth, id, { remove: [eva.uid] });
    await ruth.send(id, 'Two');
    await change(ruth, id, { add: [eva.uid] });
    expect(await eva.chats()).toMatchObject([{ id, unreadCount: 0 }]);
    await ruth.send(id, 'Three');
    expect((await eva.messages(id)).body).toMatchObject([{ seq: 4, system: { kind: 'added' } }, { text: 'Three' }]);
  });

  test('removing oneself is leaving', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben, eva])).body;
    const left = await change(eva, id, { remove: [eva.uid] });
    expect(left).toMatchObject({ status: 200, body: { id, users: [expect.any(String), expect.any(String)] } });
    expect(left.body.users).not.toContain(eva.uid);
    expect((await eva.messages(id)).status).toBe(404);
  });

  test('stands in the chat as a line that takes a position and that nobody has to read', async () => {
    const [ruth, ben, eva, tom] = world.people(4);
    const { id } = (await ruth.open([ben, eva])).body;
    await change(ben, id, { name: 'Cooks', add: [tom.uid], remove: [eva.uid, ben.uid] });
    const name = (person: Person) => `Person ${person.uid}`;
    const lines = (await ruth.messages(id)).body;
    expect(lines.map(({ seq, senderId, system, text }) => ({ seq, senderId, system, text }))).toEqual(
      [
        { system: { kind: 'renamed', name: 'Cooks' }, text: `${name(ben)} named the chat “Cooks”` },
        { system: { kind: 'added', people: [tom.uid] }, text: `${name(ben)} added ${name(tom)}` },
        { system: { kind: 'removed', people: [eva.uid] }, text: `${name(ben)} removed ${name(eva)}` },
        { system: { kind: 'left' }, text: `${name(ben)} left` },
      ].map((line, index) => ({ seq: index + 1, senderId: ben.uid, ...line })),
    );
    expect((await ruth.chats())[0]).toMatchObject({ lastMessage: `${name(ben)} left`, lastSeq: 4, unreadCount: 0 });
    await ruth.send(id, 'Goodbye, Ben');
    expect((await tom.chats())[0]).toMatchObject({ unreadCount: 1, lastSeq: 5 });
  });

  test('is told in the list as an English sentence, also of somebody whose name is written from right to left', async () => {
    const [ruth, maryam, eva] = world.people(3);
    const nothing = { email: '', phone: '', photoURL: '', active: true, groups: [] };
    const me = { uid: maryam.uid, displayName: 'مريم', role: 'member' as const, theme: 'auto' as const, ...nothing };
    world.identity.change(me);
    const { id } = (await ruth.open([maryam, eva])).body;
    await change(maryam, id, { remove: [maryam.uid] });
    expect((await ruth.messages(id)).body.at(-1)?.text).toBe('مريم left');
    expect((await ruth.chats())[0]?.lastMessage).toBe('\u200eمريم left');
    await ruth.send(id, 'مع السلامة');
    expect((await eva.chats())[0]?.lastMessage).toBe('مع السلامة');
  });

  test('that changes nothing leaves no line', async () => {
    const [ruth, ben, eva, tom] = world.people(4);
    const { id } = (await ruth.open([ben, eva], { name: 'Cooks' })).body;
    await change(ben, id, { name: ' Cooks ', add: [eva.uid], remove: [tom.uid] });
    expect((await ruth.messages(id)).body).toEqual([]);
  });

  test('groups that come to hold the same people: the one last active is opened', async () => {
    const [ruth, ben, eva] = world.people(3);
    const older = (await ruth.open([ben, eva])).body.id;
    const newer = (await ruth.open([ben], { isGroup: true })).body.id;
    await change(ruth, newer, { add: [eva.uid] });
    await ruth.send(older, 'Active last');
    expect((await eva.open([ruth, ben])).body.id).toBe(older);
    await ruth.send(newer, 'Now this one is');
    expect((await eva.open([ruth, ben])).body.id).toBe(newer);
  });

  test('whoever has left it is none of its people: those who stayed find it by themselves', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben, eva])).body;
    await change(eva, id, { remove: [eva.uid] });
    expect((await ben.open([ruth], { isGroup: true })).body.id).toBe(id);
    expect((await ruth.open([ben, eva])).body.id).not.toBe(id);
  });

  test('a full one takes nobody in unless somebody goes', async () => {
    const [ruth, ben, eva] = world.people(3);
    const full = await ruth.open(world.people(maxChatMembers - 1));
    expect(full.body.users).toHaveLength(maxChatMembers);
    const one = full.body.users.find((uid) => uid !== ruth.uid);
    expect(await change(ruth, full.body.id, { add: [ben.uid] })).toMatchObject({
      status: 400,
      body: { error: 'A chat can have 1000 members at most.' },
    });
    expect((await change(ruth, full.body.id, { add: [ben.uid, eva.uid], remove: [one] })).status).toBe(400);
    expect((await change(ruth, full.body.id, { add: [ben.uid], remove: [one] })).status).toBe(200);
    expect((await ruth.open(world.people(maxChatMembers))).status).toBe(400);
  });

  test('is refused for direct chats, for others, and with people who are not there', async () => {
    const [ruth, ben, eva] = world.people(3);
    const direct = (await ruth.open([ben])).body.id;
    const group = (await ruth.open([ben, eva])).body.id;
    expect((await change(ruth, direct, { name: 'Us' })).status).toBe(400);
    expect((await change(world.person(), group, { name: 'Mine' })).status).toBe(404);
    expect((await change(world.person(), 'x', { name: 'Mine' })).status).toBe(404);
    expect((await change(ruth, group, { add: [randomUUID()] })).status).toBe(400);
    expect((await change(ruth, group, { add: [eva.uid], remove: [eva.uid] })).status).toBe(400);
    expect((await change(ruth, group, { name: 'x'.repeat(101) })).status).toBe(400);
    expect((await change(ruth, group, {})).status).toBe(200);
  });
});
