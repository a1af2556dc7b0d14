import { randomUUID } from 'node:crypto';
import { headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { type Person, startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ nodes: 2 });
});
afterAll(() => world.close());

const picture = (name: string) => `/api/media/group-pictures/${name}/256`;

/** The call that media makes once it has the picture. */
async function tell(chatId: string, body: object, headers?: Record<string, string>) {
  const answer = await fetch(`${world.nodes[0]!.url}/internal/chats/${chatId}/picture`, {
    method: 'POST',
    headers: { ...(headers ?? (await headersOfProcess('chat'))), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as object };
}

describe('the picture of a group', () => {
  test('is told to every member with the chat, stands in it as a line, and tells what it replaced', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben, eva])).body;
    const socket = await ben.connect(1);
    await socket.join([id]);
    expect((await ruth.chats())[0]).not.toHaveProperty('photoURL');

    expect(await tell(id, { uid: ruth.uid, photoURL: picture('a') })).toEqual({
      status: 200,
      body: { replaced: null },
    });
    await eventually(async () =>
      expect(socket.heard('chatUpdated').at(-1)).toMatchObject({ id, photoURL: picture('a') }),
    );
    expect((await eva.chats())[0]).toMatchObject({ photoURL: picture('a'), unreadCount: 0 });
    expect(await tell(id, { uid: ben.uid, photoURL: picture('b') })).toMatchObject({
      body: { replaced: picture('a') },
    });
    expect(await tell(id, { uid: eva.uid, photoURL: null })).toMatchObject({ body: { replaced: picture('b') } });
    expect((await ruth.chats())[0]).not.toHaveProperty('photoURL');

    const name = (person: Person) => `Person ${person.uid}`;
    expect((await ruth.messages(id)).body).toMatchObject([
      {
        senderId: ruth.uid,
        text: `${name(ruth)} changed the chat’s picture`,
        system: { kind: 'picture', removed: false },
      },
      { senderId: ben.uid, text: `${name(ben)} changed the chat’s picture` },
      {
        senderId: eva.uid,
        text: `${name(eva)} removed the chat’s picture`,
        system: { kind: 'picture', removed: true },
      },
    ]);
  });

  test('told twice is one change', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben, eva])).body;
    await tell(id, { uid: ruth.uid, photoURL: picture('a') });
    expect(await tell(id, { uid: ruth.uid, photoURL: picture('a') })).toMatchObject({ body: { replaced: null } });
    expect((await ruth.messages(id)).body).toHaveLength(1);
  });

  test('is listed for media with those of other groups', async () => {
    const [ruth, ben, eva, tom] = world.people(4);
    const ids: string[] = [];
    for (const others of [[ben, eva], [ben, tom], [ben]]) ids.push((await ruth.open(others)).body.id);
    await tell(ids[0]!, { uid: ruth.uid, photoURL: picture('c') });
    const list = async (headers: Record<string, string>) => {
      const options = { method: 'POST', body: JSON.stringify({ chatIds: [...ids, randomUUID()] }) };
      return fetch(`${world.nodes[0]!.url}/internal/chats/pictures`, {
        ...options,
        headers: { ...headers, 'content-type': 'application/json' },
      });
    };
    const listed = await list(await headersOfProcess('chat'));
    expect(await listed.json()).toEqual({ photoURLs: [picture('c')] });
    expect((await list({})).status).toBe(401);
    expect((await ruth.call('POST', '/internal/chats/pictures', { chatIds: ids })).status).toBe(403);
  });

  test('is changed by members of a group alone, and told by our own processes alone', async () => {
    const [ruth, ben, eva, tom] = world.people(4);
    const { id } = (await ruth.open([ben, eva])).body;
    const direct = (await ruth.open([ben])).body.id;
    const body = { uid: ruth.uid, photoURL: picture('a') };
    expect(await tell(id, { ...body, uid: tom.uid })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await tell(randomUUID(), body)).toMatchObject({ status: 404 });
    expect(await tell(direct, body)).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(await tell(id, { uid: ruth.uid, photoURL: '' })).toMatchObject({ status: 400 });
    expect(await tell(id, body, {})).toMatchObject({ status: 401 });
    expect((await ruth.call('POST', `/internal/chats/${id}/picture`, body)).status).toBe(403);
    await ruth.call('PATCH', `/api/chat/${id}`, { remove: [eva.uid] });
    expect(await tell(id, { ...body, uid: eva.uid })).toMatchObject({ status: 404 });
    expect((await ruth.chats()).every((chat) => chat.photoURL === undefined)).toBe(true);
  });
});
