import { randomUUID } from 'node:crypto';
import { noNewChatHeader } from '@koinonia/contracts/chat-internal.ts';
import { headersOf } from '@koinonia/kit/testing/callers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  // Fifty calls wait for one another, however long each takes on a busy machine.
  world = await startWorld({ nodes: 3, patient: true });
});
afterAll(() => world.close());

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
      readSeq: 0,
    });
    expect(await ben.chats()).toEqual([{ ...chat, users: expect.arrayContaining([ruth.uid, ben.uid]) }]);
  });

  test('with the same person again, from either side and naming oneself or not, gives the same one', async () => {
    const [ruth, ben] = world.people(2);
    const first = await ruth.open([ben]);
    expect(await ben.open([ruth])).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect(await ruth.open([ben, ruth, ben], { isGroup: false })).toMatchObject({
      status: 200,
      body: { id: first.body.id },
    });
  });

  test('with several makes a group, and exactly the same people share it whatever it is called', async () => {
    const [ruth, ben, eva] = world.people(3);
    const first = await ruth.open([ben, eva], { name: '  Kitchen team ' });
    expect(first).toMatchObject({ status: 201, body: { isGroup: true, name: 'Kitchen team' } });
    const again = await eva.open([ruth, ben], { name: 'Something else' });
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id, name: 'Kitchen team' } });
    expect((await ruth.open([ben], { isGroup: true })).body.id).not.toBe(first.body.id);
    expect((await eva.open([ben], { isGroup: true, name: '\u2060\u200b' })).body.name).toBeNull();
    const odd = await eva.open([ruth], { isGroup: true, name: 'Plans\n\u202e2026 ' });
    expect(odd.body.name).toBe('Plans 2026');
  });

  test('opens only one that is there, when the gateway says that this person has begun enough of them', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { body: chat } = await ruth.open([ben]);
    await ruth.call('DELETE', `/api/chat/${chat.id}`);
    const open = async (others: Person[]) => {
      const answer = await fetch(`${world.nodes[1]!.url}/api/chat/create`, {
        method: 'POST',
        headers: {
          ...(await headersOf(ruth.uid, 'chat')),
          'content-type': 'application/json',
          [noNewChatHeader]: 'yes',
        },
        body: JSON.stringify({ users: others.map(({ uid }) => uid), isGroup: others.length > 1 }),
      });
      return [answer.status, await answer.json()];
    };
    expect(await open([ben])).toEqual([200, expect.objectContaining({ id: chat.id })]);
    expect(await open([eva])).toEqual([429, expect.objectContaining({ code: 'too_many_requests' })]);
    expect(await open([ben, eva])).toEqual([429, expect.objectContaining({ code: 'too_many_requests' })]);
    expect((await ruth.chats()).map(({ id }) => id)).toEqual([chat.id]);
  });

  test('with nobody is refused in words', async () => {
    const ruth = world.person();
    const refusal = { status: 400, body: { error: 'Select at least 1 user', code: 'invalid' } };
    expect(await ruth.open([])).toEqual(refusal);
    expect(await ruth.open([ruth])).toEqual(refusal);
  });

  test('is refused with people who do not exist or were deactivated, and for three as a direct chat', async () => {
    const [ruth, ben, eva] = world.people(3);
    const open = (users: unknown, isGroup: unknown = false) =>
      ruth.call('POST', '/api/chat/create', { users, isGroup });
    expect((await open([randomUUID()])).status).toBe(400);
    expect((await open(['not an id'])).status).toBe(400);
    expect((await open(['__proto__'])).status).toBe(400);
    expect((await open([ben.uid, eva.uid])).status).toBe(400);
    expect((await open('everyone')).status).toBe(400);
    expect((await open([ben.uid], 'yes')).status).toBe(400);
    world.identity.deactivate(ben.uid);
    expect((await open([ben.uid])).status).toBe(400);
    expect(await ruth.chats()).toEqual([]);
  });

  test.each([
    ['a direct chat', 1],
    ['a group', 3],
  ])('50 times at the same moment on three nodes makes %s once', async (_, othersCount) => {
    const everyone = world.people(othersCount + 1);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_unused, index) => {
        const caller = everyone[index % everyone.length]!;
        return caller.open(
          everyone.filter((other) => other !== caller),
          {},
          index % 3,
        );
      }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    for (const person of everyone) expect(await person.chats()).toHaveLength(1);
  });
});

test('a group of two people and their direct chat are two chats', async () => {
  const [ruth, ben] = world.people(2);
  const group = (await ruth.open([ben], { isGroup: true })).body.id;
  const direct = (await ruth.open([ben])).body.id;
  expect(direct).not.toBe(group);
  expect((await ruth.open([ben])).body.id).toBe(direct);
  expect((await ruth.open([ben], { isGroup: true })).body.id).toBe(group);
});
