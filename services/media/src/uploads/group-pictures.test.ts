import { randomUUID } from 'node:crypto';
import { avatarUrl, groupPicturePath, maxAvatarBytes } from '@koinonia/contracts/media.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ask,
  bytesOf,
  chatOf,
  formWith,
  idOf,
  type Media,
  namesIn,
  refusalOf,
  s3Environment,
  sendPicture,
  startMedia,
  statusOf,
  whenReady,
} from '../testing/media.ts';
import { noise, phonePhoto, photo } from '../testing/pictures.ts';

let media: Media;
let ruth: string;
let ben: string;
let group: string;

beforeAll(async () => {
  media = await startMedia();
});
beforeEach(() => {
  ruth = randomUUID();
  ben = randomUUID();
  group = chatOf(media, ruth, ben);
});
afterAll(() => media.stop());

const urlOf = async (answer: Response) => ((await answer.json()) as { url: string }).url;
const uploadsOf = () => media.db.selectFrom('uploads').selectAll().where('chat_id', '=', group).execute();
const objectsOf = async (url: string) => (await namesIn(media.files)).filter((name) => name.includes(idOf(url)));
const remove = (uid: string) => ask(media, uid, `/api/chat/${group}/picture`, { method: 'DELETE' });

describe('the picture of a group', () => {
  test('is given by any member who has access, and seen by the members alone, asked each time', async () => {
    const answer = await sendPicture(media, ben, group, await phonePhoto());
    expect(answer.status).toBe(200);
    const url = await urlOf(answer);
    expect(url).toMatch(new RegExp(`^${groupPicturePath}/[0-9a-f-]{36}/256$`));
    expect(media.neighbours.photos.get(group)).toBe(url);
    await whenReady(media, url);
    for (const size of [64, 128, 256] as const) {
      const read = await ask(media, ruth, avatarUrl(url, size));
      expect([read.status, read.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
      const head = await sharp(await bytesOf(read)).metadata();
      expect(head).toMatchObject({ format: 'webp', width: size, height: size });
      expect([head.exif, head.xmp, head.iptc]).toEqual([undefined, undefined, undefined]);
    }

    media.neighbours.withoutAccess.add(ruth);
    expect(await statusOf(await sendPicture(media, ruth, group, await phonePhoto()))).toBe(403);
    expect(media.neighbours.photos.get(group)).toBe(url);

    expect(await statusOf(await ask(media, randomUUID(), url))).toBe(404);
    expect(await statusOf(await fetch(media.url + url))).toBe(401);
    expect(await statusOf(await ask(media, ruth, url.replace('group-pictures', 'avatars')))).toBe(404);
    expect(await statusOf(await ask(media, ruth, `/api/media/attachments/${idOf(url)}`))).toBe(404);
    media.neighbours.members.get(group)?.delete(ruth);
    expect(await statusOf(await ask(media, ruth, url))).toBe(404);
  });

  test('is gone from the store when another one is given, and when it is taken away', async () => {
    const first = await urlOf(await sendPicture(media, ruth, group, await photo(200, 100)));
    await whenReady(media, first);
    const second = await urlOf(await sendPicture(media, ben, group, await noise(90, 90).png().toBuffer()));
    expect(second).not.toBe(first);
    expect(await statusOf(await ask(media, ruth, first))).toBe(404);
    expect(await objectsOf(first)).toEqual([]);
    expect(await uploadsOf()).toHaveLength(1);

    await whenReady(media, second);
    expect((await remove(ruth)).status).toBe(204);
    expect(media.neighbours.photos.has(group)).toBe(false);
    expect([await uploadsOf(), await objectsOf(second)]).toEqual([[], []]);
    expect((await remove(ruth)).status).toBe(204);
  });

  test('is refused to whoever is not in the group, in direct chats, and when it is no picture', async () => {
    const bytes = await photo(60, 60);
    const path = `/api/chat/${group}/picture`;
    expect(await refusalOf(await sendPicture(media, randomUUID(), group, bytes))).toEqual([404, 'not_found']);
    expect(await refusalOf(await remove(randomUUID()))).toEqual([404, 'not_found']);
    const anonymous = await fetch(media.url + path, { method: 'POST', body: formWith('picture', bytes) });
    expect(await refusalOf(anonymous)).toEqual([401, 'unauthenticated']);
    const pdf = await sendPicture(media, ruth, group, Buffer.from('%PDF-1.7'));
    expect(await refusalOf(pdf)).toEqual([415, 'unsupported_media_type']);
    const tooLarge = Buffer.concat([bytes, Buffer.alloc(maxAvatarBytes + 1 - bytes.length)]);
    expect(await refusalOf(await sendPicture(media, ruth, group, tooLarge))).toEqual([413, 'too_large']);
    const empty = await ask(media, ruth, path, { method: 'POST', body: new FormData() });
    expect(await refusalOf(empty)).toEqual([400, 'invalid']);
    const misnamed = await ask(media, ruth, path, { method: 'POST', body: formWith('avatar', bytes) });
    expect(await refusalOf(misnamed)).toEqual([400, 'invalid']);
    media.neighbours.directChats.add(group);
    expect(await refusalOf(await sendPicture(media, ruth, group, bytes))).toEqual([400, 'invalid']);
    expect([await uploadsOf(), media.neighbours.photos.has(group)]).toEqual([[], false]);
  });

  test('stays when nobody works on the next one: that one is to be sent again', async () => {
    const withoutWorker = await startMedia({ ...s3Environment(), REDIS_URL: 'redis://127.0.0.1:1' });
    group = chatOf(withoutWorker, ruth);
    const before = `${groupPicturePath}/${randomUUID()}/256`;
    withoutWorker.neighbours.photos.set(group, before);
    const answer = await sendPicture(withoutWorker, ruth, group, await photo(50, 50));
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(await refusalOf(answer)).toEqual([503, 'unavailable']);
    expect(withoutWorker.neighbours.photos.get(group)).toBe(before);
    expect(await namesIn(withoutWorker.files)).toEqual([]);
    await withoutWorker.stop();
  });

  test('that chat took without saying so stays: the group may have it by now', async () => {
    media.neighbours.silentAbout.add(group);
    const answer = await sendPicture(media, ruth, group, await photo(50, 50));
    expect(await refusalOf(answer)).toEqual([503, 'unavailable']);
    const url = media.neighbours.photos.get(group) ?? '';
    await whenReady(media, url);
    expect(await statusOf(await ask(media, ben, url))).toBe(200);
  });
});
