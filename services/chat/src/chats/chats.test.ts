import { randomUUID } from 'node:crypto';
import type { Chat } from '@koinonia/contracts/chat.ts';
import { callerHeader } from '@koinonia/kit/caller-statement.ts';
import { headersOf, headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startWorld, textsOf, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ nodes: 3 });
});
afterAll(() => world.close());

const people = (count: number) => Array.from({ length: count }, () => world.person());

test.each([
  ['GET', '/api/chat'],
  ['POST', '/api/chat/create'],
  ['GET', '/api/chat/x/messages'],
  ['POST', '/api/chat/send'],
  ['POST', '/api/chat/react'],
  ['POST', '/api/chat/x/read'],
  ['PATCH', '/api/chat/x'],
  ['DELETE', '/api/chat/x'],
])('%s %s is for people that the gateway vouches for', async (method, path) => {
  const ask = async (headers: Record<string, string>) =>
    (await fetch(world.nodes[0]!.url + path, { method, headers })).status;
  expect(await ask({})).toBe(401);
  expect(await ask({ [callerHeader]: 'made up' })).toBe(401);
  expect(await ask(await headersOf(randomUUID(), 'identity'))).toBe(401);
  const hasBody = method === 'POST' || method === 'PATCH';
  if (!hasBody) expect(await ask(await headersOfProcess('chat'))).toBe(403);
});

describe('opening a chat', () => {
  test('with one person makes a direct chat that both have', async () => {
    const ruth = world.person();
    const ben = world.person();
    const { status, body: chat } = await ruth.open([ben]);
    expect(status).toBe(201);
    expect(chat).toEqual({
      id: expect.any(String),
      isGroup: false,
      name: null,
      users: expect.arrayContaining([ruth.uid, ben.uid]),
      lastMessage: '',
      lastMessageAt: null,
      lastSeq: 0,
      unreadCount: 0,
    });
    expect(await ben.chats()).toEqual([{ ...chat, users: expect.arrayContaining([ruth.uid, ben.uid]) }]);
  });

  test('with the same person again, from either side and naming oneself or not, gives the same one', async () => {
    const [ruth, ben] = people(2);
    const first = await ruth!.open([ben!]);
    expect(await ben!.open([ruth!])).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect(await ruth!.open([ben!, ruth!, ben!], { isGroup: false })).toMatchObject({
      status: 200,
      body: { id: first.body.id },
    });
  });

  test('with several makes a group, and exactly the same people share it whatever it is called', async () => {
    const [ruth, ben, eva] = people(3);
    const first = await ruth!.open([ben!, eva!], { name: '  Kitchen team ' });
    expect(first).toMatchObject({ status: 201, body: { isGroup: true, name: 'Kitchen team' } });
    const again = await eva!.open([ruth!, ben!], { name: 'Something else' });
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id, name: 'Kitchen team' } });
    expect((await ruth!.open([ben!], { isGroup: true })).body.id).not.toBe(first.body.id);
  });

  test('with nobody is refused in words', async () => {
    const ruth = world.person();
    const refusal = { status: 400, body: { error: 'Select at least 1 user', code: 'invalid' } };
    expect(await ruth.open([])).toEqual(refusal);
    expect(await ruth.open([ruth])).toEqual(refusal);
  });

  test('is refused with people who do not exist or were deactivated, and for three as a direct chat', async () => {
    const [ruth, ben, eva] = people(3);
    const open = (users: unknown, isGroup: unknown = false) => ruth!.call('POST', '/api/chat/create', { users, isGroup });
    expect((await open([randomUUID()])).status).toBe(400);
    expect((await open(['not an id'])).status).toBe(400);
    expect((await open(['__proto__'])).status).toBe(400);
    expect((await open([ben!.uid, eva!.uid])).status).toBe(400);
    expect((await open('everyone')).status).toBe(400);
    expect((await open([ben!.uid], 'yes')).status).toBe(400);
    world.identity.deactivate(ben!.uid);
    expect((await open([ben!.uid])).status).toBe(400);
    expect(await ruth!.chats()).toEqual([]);
  });

  test.each([
    ['a direct chat', 1],
    ['a group', 3],
  ])('50 times at the same moment on three nodes makes %s once', async (_, othersCount) => {
    const everyone = people(othersCount + 1);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_unused, index) => {
        const caller = everyone[index % everyone.length]!;
        return caller.open(everyone.filter((other) => other !== caller), {}, index % 3);
      }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    for (const person of everyone) expect(await person.chats()).toHaveLength(1);
  });
});

describe('the list of chats', () => {
  test('has the newest activity first and tells the last message and what is unread', async () => {
    const [ruth, ben, eva] = people(3);
    const direct = (await ruth!.open([ben!])).body.id;
    const group = (await ruth!.open([ben!, eva!])).body.id;
    await ben!.send(direct, 'Are you there?');
    await ben!.send(direct, 'Ruth?');
    const list = await ruth!.chats();
    expect(list.map(({ id }) => id)).toEqual([direct, group]);
    expect(list[0]).toMatchObject({ lastMessage: 'Ruth?', lastSeq: 2, unreadCount: 2 });
    expect(list[0]!.lastMessageAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect((await ben!.chats())[0]).toMatchObject({ id: direct, unreadCount: 0 });
  });

  test('holds nothing of others', async () => {
    const [ruth, ben] = people(2);
    await ruth!.open([ben!]);
    expect(await world.person().chats()).toEqual([]);
  });
});

describe('deleting a chat', () => {
  test('takes it and its history away for the caller alone', async () => {
    const [ruth, ben] = people(2);
    const { id } = (await ruth!.open([ben!])).body;
    await ben!.send(id, 'Before');
    expect(await ruth!.call('DELETE', `/api/chat/${id}`)).toEqual({ status: 204, body: undefined });
    expect(await ruth!.chats()).toEqual([]);
    expect(await ruth!.messages(id)).toEqual({ status: 200, body: [] });
    expect(textsOf((await ben!.messages(id)).body)).toEqual(['Before']);
    expect(await ben!.chats()).toHaveLength(1);
  });

  test('a later message brings it back with only what is new', async () => {
    const [ruth, ben] = people(2);
    const { id } = (await ruth!.open([ben!])).body;
    await ben!.send(id, 'Before');
    await ruth!.call('DELETE', `/api/chat/${id}`);
    await ben!.send(id, 'After');
    expect(await ruth!.chats()).toMatchObject([{ id, lastMessage: 'After', unreadCount: 1 }]);
    expect(textsOf((await ruth!.messages(id)).body)).toEqual(['After']);
    expect((await ruth!.messages(id, '?before=2')).body).toEqual([]);
  });

  test('opening it again brings it back empty, on top of the list', async () => {
    const [ruth, ben, eva] = people(3);
    const { id } = (await ruth!.open([ben!])).body;
    await ben!.send(id, 'Before');
    await ruth!.call('DELETE', `/api/chat/${id}`);
    const other = (await ruth!.open([eva!])).body.id;
    const again = await ruth!.open([ben!]);
    expect(again).toMatchObject({ status: 200, body: { id, lastMessage: '', lastMessageAt: null, unreadCount: 0 } });
    expect((await ruth!.chats()).map((chat) => chat.id)).toEqual([id, other]);
    expect((await ruth!.messages(id)).body).toEqual([]);
  });

  test('is refused for chats of others and for what is none', async () => {
    const [ruth, ben] = people(2);
    const { id } = (await ruth!.open([ben!])).body;
    for (const path of [id, randomUUID(), 'x', '__proto__', `${id}'--`]) {
      const answer = await world.person().call('DELETE', `/api/chat/${encodeURIComponent(path)}`);
      expect(answer).toEqual({ status: 404, body: { error: 'This chat was not found.', code: 'not_found' } });
    }
    expect(await ruth!.chats()).toHaveLength(1);
  });
});

describe('changing a group', () => {
  const change = (who: Person, id: string, body: object) =>
    who.call<Chat>('PATCH', `/api/chat/${id}`, body);

  test('renames it, and an empty name takes the name away', async () => {
    const [ruth, ben, eva] = people(3);
    const { id } = (await ruth!.open([ben!, eva!])).body;
    expect(await change(ben!, id, { name: ' Prayer walk ' })).toMatchObject({ status: 200, body: { name: 'Prayer walk' } });
    expect((await eva!.chats())[0]!.name).toBe('Prayer walk');
    expect(await change(ben!, id, { name: ' ' })).toMatchObject({ status: 200, body: { name: null } });
  });

  test('whoever is added sees what comes after, and whoever is removed sees nothing more', async () => {
    const [ruth, ben, eva, tom] = people(4);
    const { id } = (await ruth!.open([ben!, eva!])).body;
    await ruth!.send(id, 'Before');
    const changed = await change(ruth!, id, { add: [tom!.uid], remove: [eva!.uid] });
    expect(changed.body.users.toSorted()).toEqual([ruth!.uid, ben!.uid, tom!.uid].toSorted());
    await ruth!.send(id, 'After');
    expect(textsOf((await tom!.messages(id)).body)).toEqual(['After']);
    expect((await tom!.chats())[0]).toMatchObject({ unreadCount: 1, lastMessage: 'After' });
    expect((await eva!.messages(id)).status).toBe(404);
    expect((await eva!.send(id, 'Still here?')).status).toBe(404);
    expect((await change(eva!, id, { add: [eva!.uid] })).status).toBe(404);
    expect((await eva!.call('POST', `/api/chat/${id}/read`, { seq: 1 })).status).toBe(404);
    expect(await eva!.chats()).toEqual([]);
  });

  test('who comes back sees only what is said from then on', async () => {
    const [ruth, ben, eva] = people(3);
    const { id } = (await ruth!.open([ben!, eva!])).body;
    await ruth!.send(id, 'One');
    await change(ruth!, id, { remove: [eva!.uid] });
    await ruth!.send(id, 'Two');
    await change(ruth!, id, { add: [eva!.uid] });
    await ruth!.send(id, 'Three');
    expect(textsOf((await eva!.messages(id)).body)).toEqual(['Three']);
  });

  test('removing oneself is leaving', async () => {
    const [ruth, ben, eva] = people(3);
    const { id } = (await ruth!.open([ben!, eva!])).body;
    const left = await change(eva!, id, { remove: [eva!.uid] });
    expect(left).toMatchObject({ status: 200, body: { id, users: [expect.any(String), expect.any(String)] } });
    expect(left.body.users).not.toContain(eva!.uid);
    expect((await eva!.messages(id)).status).toBe(404);
  });

  test('groups that come to hold the same people: the one last active is opened', async () => {
    const [ruth, ben, eva] = people(3);
    const older = (await ruth!.open([ben!, eva!])).body.id;
    const newer = (await ruth!.open([ben!], { isGroup: true })).body.id;
    await change(ruth!, newer, { add: [eva!.uid] });
    await ruth!.send(older, 'Active last');
    expect((await eva!.open([ruth!, ben!])).body.id).toBe(older);
    await ruth!.send(newer, 'Now this one is');
    expect((await eva!.open([ruth!, ben!])).body.id).toBe(newer);
  });

  test('is refused for direct chats, for others, and with people who are not there', async () => {
    const [ruth, ben, eva] = people(3);
    const direct = (await ruth!.open([ben!])).body.id;
    const group = (await ruth!.open([ben!, eva!])).body.id;
    expect((await change(ruth!, direct, { name: 'Us' })).status).toBe(400);
    expect((await change(world.person(), group, { name: 'Mine' })).status).toBe(404);
    expect((await change(world.person(), 'x', { name: 'Mine' })).status).toBe(404);
    expect((await change(ruth!, group, { add: [randomUUID()] })).status).toBe(400);
    expect((await change(ruth!, group, { add: [eva!.uid], remove: [eva!.uid] })).status).toBe(400);
    expect((await change(ruth!, group, { name: 'x'.repeat(101) })).status).toBe(400);
    expect((await change(ruth!, group, {})).status).toBe(200);
  });
});

test('a group of two people and their direct chat are two chats', async () => {
  const [ruth, ben] = people(2);
  const group = (await ruth!.open([ben!], { isGroup: true })).body.id;
  const direct = (await ruth!.open([ben!])).body.id;
  expect(direct).not.toBe(group);
  expect((await ruth!.open([ben!])).body.id).toBe(direct);
  expect((await ruth!.open([ben!], { isGroup: true })).body.id).toBe(group);
});
