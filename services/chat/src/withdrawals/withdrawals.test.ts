import { randomUUID } from 'node:crypto';
import { headersOf, headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plan } from '../testing/plan.ts';
import { type Person, startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ redisUrl: null });
});
afterAll(() => world.close());

async function internally(path: string, body?: unknown, headers?: Record<string, string>) {
  const answer = await fetch(`${world.nodes[0]?.url}${path}`, {
    method: 'POST',
    headers: { ...(headers ?? (await headersOfProcess('chat'))), 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  return { status: answer.status, body: await answer.json() };
}
const release = (...urls: string[]) => internally('/internal/attachments/release', { urls, forget: true });
const remove = (who: Person, message: { chatId: string; id: string }) =>
  who.call('DELETE', `/api/chat/${message.chatId}/messages/${message.id}`);

async function keptOf(...urls: string[]) {
  const rows = await world.db.selectFrom('attachments').select('url').where('url', 'in', urls).execute();
  return rows;
}

async function talk() {
  const [ruth, ben] = world.people(2);
  const { id } = (await ruth.open([ben])).body;
  const url = world.media.give(id, ruth.uid, plan);
  return { ruth, ben, id, url };
}

describe('the file of a message that is deleted', () => {
  test('is withdrawn, and forgotten once media asks', async () => {
    const { ruth, id, url } = await talk();
    const said = (await ruth.send(id, 'The plan', { attachmentUrl: url })).body;
    expect(await release(url)).toEqual({ status: 200, body: { named: [url] } });
    await remove(ruth, said);
    await expect.poll(() => world.media.withdrawn).toContain(url);
    expect(await release(url)).toEqual({ status: 200, body: { named: [] } });
  });

  test('stays until the last message that names it is gone', async () => {
    const { ruth, id, url } = await talk();
    const first = (await ruth.send(id, 'The plan', { attachmentUrl: url })).body;
    const second = (await ruth.send(id, 'Once more', { attachmentUrl: url })).body;
    await remove(ruth, first);
    expect(await release(url)).toMatchObject({ body: { named: [url] } });
    expect(await keptOf(url), 'what it is called is still needed').toEqual([{ url }]);
    const other = world.media.give(id, ruth.uid, plan);
    await remove(ruth, (await ruth.send(id, '', { attachmentUrl: other })).body);
    await expect.poll(() => world.media.withdrawn).toContain(other);
    expect(world.media.withdrawn).not.toContain(url);
    await remove(ruth, second);
    await expect.poll(() => world.media.withdrawn).toContain(url);
  });

  test('goes although media was away, and although the process that deleted the message is gone', async () => {
    const { ruth, id, url } = await talk();
    const said = (await ruth.send(id, '', { attachmentUrl: url })).body;
    world.media.beAway(true);
    expect(await remove(ruth, said)).toMatchObject({ status: 200 });
    await world.nodes[0]?.app.close();
    world.media.beAway(false);
    world.nodes.splice(0, 1);
    await world.startNode();
    await expect.poll(() => world.media.withdrawn).toContain(url);
  });
});

describe('deleting somebody’s data', () => {
  const forget = (who: Person) => internally(`/internal/people/${who.uid}/forget`);

  test('takes their attachments, tells who sees them, and leaves what they wrote', async () => {
    const { ruth, ben, id, url } = await talk();
    const other = world.media.give(id, ruth.uid, plan);
    await ruth.send(id, 'Good morning');
    await ruth.send(id, 'The plan', { attachmentUrl: url });
    const bare = (await ruth.send(id, '', { attachmentUrl: other })).body;
    await ben.send(id, 'Thank you', { replyTo: bare.seq });
    const socket = await ben.connect();
    await socket.join([id]);

    expect(await forget(ruth)).toEqual({ status: 200, body: { done: true } });
    expect(await keptOf(url, other), 'nor is it kept what they were called').toEqual([]);
    expect((await ben.messages(id)).body).toMatchObject([
      { text: 'Good morning', senderId: ruth.uid },
      { text: 'The plan', attachmentUrl: null, senderId: ruth.uid, changeSeq: 1 },
      { text: '', attachmentUrl: null, deletedAt: expect.any(String), changeSeq: 2 },
      { text: 'Thank you', replyTo: { deleted: true }, changeSeq: 3 },
    ]);
    await expect.poll(() => socket.heard('messageChanged').length).toBe(3);
    await expect.poll(() => world.media.withdrawn).toEqual(expect.arrayContaining([url, other]));
    expect(await forget(ruth)).toEqual({ status: 200, body: { done: true } });
    expect((await ben.chats())[0]).toMatchObject({ changeSeq: 3, users: expect.arrayContaining([ruth.uid]) });
  });

  test('leaves no message that had nothing to see beside its attachment', async () => {
    const { ruth, ben, id, url } = await talk();
    const sent = { attachmentUrl: url, clientId: randomUUID() };
    for (const status of [201, 200]) {
      expect(await ruth.send(id, ' \u200b', sent)).toMatchObject({ status, body: { text: '' } });
    }
    expect(await forget(ruth)).toMatchObject({ body: { done: true } });
    expect((await ben.messages(id)).body).toMatchObject([{ text: '', deletedAt: expect.any(String) }]);
  });

  test('takes away what they chose to show of themselves', async () => {
    const { ruth, ben } = await talk();
    for (const who of [ruth, ben]) await who.call('PATCH', '/api/chat/settings', { presence: false });
    expect(await forget(ruth)).toMatchObject({ body: { done: true } });
    const of = async (who: Person) => (await who.call('GET', '/api/chat/settings')).body;
    expect(await of(ruth)).toEqual({ typing: true, presence: true });
    expect(await of(ben)).toEqual({ typing: true, presence: false });
  });

  test('takes them out of their group chats', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben, eva])).body;
    await ruth.send(id, 'Good night');
    expect(await forget(ruth)).toMatchObject({ body: { done: true } });
    expect((await ben.chats())[0]?.users.sort()).toEqual([ben.uid, eva.uid].sort());
    expect((await ben.messages(id)).body).toMatchObject([
      { text: 'Good night' },
      { text: 'Former member left', system: { kind: 'left' } },
    ]);
  });

  test('is asked by our own processes alone', async () => {
    const { ruth } = await talk();
    const headers = await headersOf(ruth.uid, 'chat');
    for (const path of [`/internal/people/${ruth.uid}/forget`, '/internal/attachments/release']) {
      // Whatever the body is: it is not even read.
      expect(await internally(path, {}, headers)).toMatchObject({ status: 403 });
      expect(await internally(path, {}, {})).toMatchObject({ status: 401 });
    }
  });
});
