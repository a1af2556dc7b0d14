import { randomUUID } from 'node:crypto';
import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { headersOf, headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ redisUrl: null });
});
afterAll(() => world.close());

const photo: AttachmentAbout = {
  name: 'harvest.jpg',
  contentType: 'image/jpeg',
  size: 2_400_000,
  width: 1200,
  height: 900,
  placeholder: 'data:image/webp;base64,AAAA',
};

describe('a message with an attachment', () => {
  test('carries along what media knows of it, for whoever hears it and for whoever reads it', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    const socket = await ben.connect();
    await socket.join([id]);
    const attachmentUrl = world.media.give(id, ruth.uid, photo);

    const sent = await ruth.send(id, '', { attachmentUrl, clientId: 'one' });
    expect([sent.status, sent.body]).toMatchObject([201, { text: '', attachmentUrl, attachment: photo }]);
    await expect.poll(() => socket.heard('newMessage')).toMatchObject([{ attachmentUrl, attachment: photo }]);
    expect(await ben.messages(id)).toMatchObject({ body: [{ attachmentUrl, attachment: photo }] });
    expect(await ben.chats()).toMatchObject([{ lastMessage: 'Attachment' }]);

    const again = await ruth.send(id, '', { attachmentUrl, clientId: 'one' });
    expect([again.status, again.body.attachment]).toEqual([200, photo]);
    expect((await ruth.send(id, 'no attachment')).body).not.toHaveProperty('attachment');
  });

  test('is refused when the attachment was given to somebody else or for another chat', async () => {
    const [ruth, ben, joy] = world.people(3);
    const { id } = (await ruth.open([ben])).body;
    const other = (await ruth.open([joy])).body;
    const bens = world.media.give(id, ben.uid, photo);
    const forOther = world.media.give(other.id, ruth.uid, photo);
    for (const attachmentUrl of [bens, forOther, `https://evil.example${bens}`]) {
      expect(await ruth.send(id, 'Look', { attachmentUrl })).toMatchObject({ status: 400 });
    }
  });
});

async function ask(chatId: string, body: { uid: string; attachmentUrl?: string }, headers?: Record<string, string>) {
  const answer = await fetch(`${world.nodes[0]?.url}/internal/chats/${chatId}/members/check`, {
    method: 'POST',
    headers: { ...(headers ?? (await headersOfProcess('chat'))), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { isMember?: boolean } };
}

describe('the file of a message', () => {
  /** Which of these people may read the file. */
  async function readersOf(attachmentUrl: string, id: string, people: readonly Person[]) {
    const answers = await Promise.all(people.map(({ uid }) => ask(id, { uid, attachmentUrl })));
    return people.filter((_, place) => answers[place]?.body.isMember);
  }

  test('is gone for whoever deletes the chat for themselves, until it is sent again', async () => {
    const [ruth, ben, stranger] = world.people(3);
    const people = [ruth, ben, stranger];
    const { id } = (await ruth.open([ben])).body;
    const url = world.media.give(id, ruth.uid, photo);
    expect(await readersOf(url, id, people), 'before it is sent').toEqual([ruth, ben]);
    await ruth.send(id, 'Look', { attachmentUrl: url });
    await ruth.send(id, 'Look again', { attachmentUrl: url });
    expect(await readersOf(url, id, people)).toEqual([ruth, ben]);

    await ben.call('DELETE', `/api/chat/${id}`);
    expect(await readersOf(url, id, people)).toEqual([ruth]);
    const next = world.media.give(id, ben.uid, photo);
    expect(await readersOf(next, id, people), 'what is not sent yet').toEqual([ruth, ben]);
    await ruth.send(id, 'Once more', { attachmentUrl: url });
    expect(await readersOf(url, id, people)).toEqual([ruth, ben]);
  });

  test('is not for somebody who came to the chat after it', async () => {
    const [ruth, ben, eva, joy] = world.people(4);
    const { id } = (await ruth.open([ben, eva])).body;
    const url = world.media.give(id, ruth.uid, photo);
    await ruth.send(id, 'Look', { attachmentUrl: url });
    await ruth.call('PATCH', `/api/chat/${id}`, { add: [joy.uid], remove: [eva.uid] });
    expect(await readersOf(url, id, [ruth, ben, eva, joy])).toEqual([ruth, ben]);
    expect(await ask(id, { uid: joy.uid })).toMatchObject({ body: { isMember: true } });
    for (const [chat, uid] of [
      ['no-id', ruth.uid],
      [id, 'nobody'],
    ] as const) {
      expect(await ask(chat, { uid, attachmentUrl: url })).toEqual({ status: 200, body: { isMember: false } });
    }
  });
});

describe('who is in a chat', () => {
  const check = (chatId: string, uid: string, headers?: Record<string, string>) => ask(chatId, { uid }, headers);

  test('is told to our own processes, as it is at that moment', async () => {
    const [ruth, ben, joy] = world.people(3);
    const { id } = (await ruth.open([ben, joy])).body;
    expect(await check(id, joy.uid)).toEqual({ status: 200, body: { isMember: true } });
    await ruth.call('PATCH', `/api/chat/${id}`, { remove: [joy.uid] });
    for (const [chat, uid] of [
      [id, joy.uid],
      [id, randomUUID()],
      [randomUUID(), ruth.uid],
      ['no-id', 'nobody'],
    ] as const) {
      expect(await check(chat, uid)).toEqual({ status: 200, body: { isMember: false } });
    }
  });

  test('is told to nobody else', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    expect(await check(id, ruth.uid, await headersOf(ruth.uid, 'chat'))).toMatchObject({ status: 403 });
    expect(await check(id, ruth.uid, {})).toMatchObject({ status: 401 });
  });
});
