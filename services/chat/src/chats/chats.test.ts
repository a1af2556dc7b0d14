import { randomUUID } from 'node:crypto';
import { callerHeader } from '@koinonia/kit/calls/caller-statement.ts';
import { headersOf, headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, textsOf, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ nodes: 3 });
});
afterAll(() => world.close());

test.each([
  ['GET', '/api/chat'],
  ['POST', '/api/chat/create'],
  ['GET', '/api/chat/x/messages'],
  ['POST', '/api/chat/send'],
  ['POST', '/api/chat/react'],
  ['POST', '/api/chat/x/read'],
  ['PATCH', '/api/chat/x'],
  ['PATCH', '/api/chat/x/messages/y'],
  ['DELETE', '/api/chat/x/messages/y'],
  ['GET', '/api/chat/x/messages/y/versions'],
  ['GET', '/api/chat/x/attachments'],
  ['GET', '/api/chat/search?q=x'],
  ['GET', '/api/chat/settings'],
  ['PATCH', '/api/chat/settings'],
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

describe('the list of chats', () => {
  test('has the newest activity first and tells the last message and what is unread', async () => {
    const [ruth, ben, eva] = world.people(3);
    const direct = (await ruth.open([ben])).body.id;
    const group = (await ruth.open([ben, eva])).body.id;
    await ben.send(direct, 'Are you there?');
    await ben.send(direct, 'Ruth?');
    const list = await ruth.chats();
    expect(list.map(({ id }) => id)).toEqual([direct, group]);
    expect(list[0]).toMatchObject({ lastMessage: 'Ruth?', lastSeq: 2, unreadCount: 2 });
    expect(list[0]!.lastMessageAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect((await ben.chats())[0]).toMatchObject({ id: direct, unreadCount: 0 });
  });

  test('holds nothing of others', async () => {
    const [ruth, ben] = world.people(2);
    await ruth.open([ben]);
    expect(await world.person().chats()).toEqual([]);
  });
});

describe('deleting a chat', () => {
  test('takes it and its history away for the caller alone', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    await ben.send(id, 'Before');
    expect(await ruth.call('DELETE', `/api/chat/${id}`)).toEqual({ status: 204, body: undefined });
    expect(await ruth.chats()).toEqual([]);
    expect(await ruth.messages(id)).toEqual({ status: 200, body: [] });
    expect(textsOf((await ben.messages(id)).body)).toEqual(['Before']);
    expect(await ben.chats()).toHaveLength(1);
  });

  test('a later message brings it back with only what is new', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    await ben.send(id, 'Before');
    await ruth.call('DELETE', `/api/chat/${id}`);
    await ben.send(id, 'After');
    expect(await ruth.chats()).toMatchObject([{ id, lastMessage: 'After', unreadCount: 1 }]);
    expect(textsOf((await ruth.messages(id)).body)).toEqual(['After']);
    expect((await ruth.messages(id, '?before=2')).body).toEqual([]);
  });

  test('opening it again leaves alone what a message has brought back', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    await ruth.call('DELETE', `/api/chat/${id}`);
    await ben.send(id, 'After');
    await ruth.call('POST', `/api/chat/${id}/read`, { seq: 1 });
    await ruth.call('POST', `/api/chat/${id}/read`, { unread: true });
    expect(await ruth.open([ben])).toMatchObject({ status: 200, body: { id, unreadCount: 1, markedUnread: true } });
  });

  test('opening it again brings it back empty, on top of the list', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben])).body;
    await ben.send(id, 'Before');
    await ruth.call('POST', `/api/chat/${id}/read`, { unread: true });
    await ruth.call('DELETE', `/api/chat/${id}`);
    const other = (await ruth.open([eva])).body.id;
    const again = await ruth.open([ben]);
    expect(again).toMatchObject({ status: 200, body: { id, lastMessage: '', lastMessageAt: null, unreadCount: 0 } });
    expect((await ruth.chats()).map((chat) => chat.id)).toEqual([id, other]);
    expect((await ruth.messages(id)).body).toEqual([]);
  });

  test('is refused for chats of others and for what is none', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    for (const path of [id, randomUUID(), 'x', '__proto__', `${id}'--`]) {
      const answer = await world.person().call('DELETE', `/api/chat/${encodeURIComponent(path)}`);
      expect(answer).toEqual({ status: 404, body: { error: 'This chat was not found.', code: 'not_found' } });
    }
    expect(await ruth.chats()).toHaveLength(1);
  });
});
