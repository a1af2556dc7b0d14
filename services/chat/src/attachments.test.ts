import { randomUUID } from 'node:crypto';
import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { headersOf, headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from './testing/world.ts';

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

describe('who is in a chat', () => {
  const check = async (chatId: string, uid: string, headers?: Record<string, string>) => {
    const answer = await fetch(`${world.nodes[0]?.url}/internal/chats/${chatId}/members/check`, {
      method: 'POST',
      headers: { ...(headers ?? (await headersOfProcess('chat'))), 'content-type': 'application/json' },
      body: JSON.stringify({ uid }),
    });
    return { status: answer.status, body: await answer.json() };
  };

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
