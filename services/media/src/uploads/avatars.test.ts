import { randomBytes, randomUUID } from 'node:crypto';
import { avatarPath, avatarUrl, maxAvatarBytes } from '@koinonia/contracts/media.ts';
import { headersOf } from '@koinonia/kit/testing/callers.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ask,
  bytesOf,
  formWith,
  type Media,
  namesIn,
  refusalOf,
  s3Environment,
  sendAvatar,
  startMedia,
  whenReady,
} from '../testing/media.ts';
import { animation, gifOfFrames, noise, phonePhoto, photo, pngBomb } from '../testing/pictures.ts';

let media: Media;
let ruth: string;

beforeAll(async () => {
  media = await startMedia();
});
beforeEach(() => {
  ruth = randomUUID();
});
afterAll(() => media.stop());

const urlOf = async (answer: Response) => ((await answer.json()) as { url: string }).url;
const uploadsOf = (uid: string) => media.db.selectFrom('uploads').selectAll().where('owner_id', '=', uid).execute();

/** A JPEG of exactly so many bytes: bytes after the end of a picture are ignored. */
async function photoOfBytes(bytes: number): Promise<Buffer> {
  const small = await photo(600, 400);
  return Buffer.concat([small, Buffer.alloc(bytes - small.length)]);
}

describe('an avatar', () => {
  test('becomes the photo of the person, and is there at once', async () => {
    const answer = await sendAvatar(media, ruth, await photo(900, 600));
    expect(answer.status).toBe(200);
    const url = await urlOf(answer);
    expect(url).toMatch(new RegExp(`^${avatarPath}/[0-9a-f-]{36}/256$`));
    expect(media.neighbours.photos.get(ruth)).toBe(url);
    for (const size of [64, 128, 256] as const) {
      const read = await ask(media, randomUUID(), avatarUrl(url, size));
      expect(read.status).toBe(200);
      expect(read.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
      expect(await sharp(await bytesOf(read)).metadata()).toMatchObject({ format: 'webp', width: size, height: size });
    }
    expect((await ask(media, ruth, url.replace(/256$/, '512'))).status).toBe(400);
  });

  test.each(['the person', 'the session'])(
    'changes nothing when %s has no access any more at its end',
    async (what) => {
      const session = randomUUID();
      const form = new Response(formWith('avatar', await photo(900, 600)));
      const headers = {
        ...(await headersOf(ruth, 'media', session)),
        'content-type': form.headers.get('content-type')!,
      };
      const bytes = await bytesOf(form);
      async function* slowly() {
        yield bytes.subarray(0, 2000);
        await expect.poll(() => media.spooled()).not.toEqual([]);
        media.neighbours.withoutAccess.add(what === 'the person' ? ruth : session);
        yield bytes.subarray(2000);
      }
      const body = ReadableStream.from(slowly());
      const answer = await ask(media, ruth, '/api/upload-avatar', { method: 'POST', headers, body, duplex: 'half' });
      expect(answer.status).toBe(what === 'the person' ? 403 : 401);
      expect(media.neighbours.photos.has(ruth)).toBe(false);
      expect(await uploadsOf(ruth)).toEqual([]);
    },
  );

  test('is made of its middle, upright, still and without what a camera writes', async () => {
    for (const bytes of [await phonePhoto(), await animation('gif', 5)]) {
      const url = await urlOf(await sendAvatar(media, ruth, bytes));
      await whenReady(media, url);
      const read = await ask(media, ruth, url);
      const head = await sharp(await bytesOf(read)).metadata();
      expect(head).toMatchObject({ width: 256, height: 256 });
      expect([head.exif, head.xmp, head.iptc, head.pages ?? 1]).toEqual([undefined, undefined, undefined, 1]);
    }
  });

  test('has another address each time; the older one still shows what it showed', async () => {
    const first = await urlOf(await sendAvatar(media, ruth, await noise(50, 50).png().toBuffer()));
    const second = await urlOf(await sendAvatar(media, ruth, await noise(50, 50).png().toBuffer()));
    expect(second).not.toBe(first);
    expect(media.neighbours.photos.get(ruth)).toBe(second);
    await whenReady(media, first);
    expect((await ask(media, ruth, first)).status).toBe(200);
  });

  test('may have 2,097,152 bytes and not one more', async () => {
    expect((await sendAvatar(media, ruth, await photoOfBytes(maxAvatarBytes))).status).toBe(200);
    const tooLarge = await sendAvatar(media, ruth, await photoOfBytes(maxAvatarBytes + 1));
    expect(tooLarge.status).toBe(413);
    expect(await tooLarge.json()).toEqual({ error: 'Image too large. Must be under 2MB.', code: 'too_large' });
    expect(await uploadsOf(ruth)).toHaveLength(1);
  });

  test.each([
    ['HTML, called a JPEG', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a ZIP, declared to be an image', async () => Buffer.from('PK\x03\x04 and so on')],
    ['a PDF', async () => Buffer.from('%PDF-1.7')],
    ['random bytes', async () => randomBytes(5000)],
    ['nothing', async () => Buffer.alloc(0)],
    ['half of a JPEG', async () => (await photo(800, 600)).subarray(0, 20_000)],
    [
      'the beginning of a PNG and then anything',
      async () => Buffer.concat([pngBomb(10, 10).subarray(0, 40), randomBytes(500)]),
    ],
    ['an AVIF', async () => noise(20, 20).avif().toBuffer()],
    ['a TIFF', async () => noise(20, 20).tiff().toBuffer()],
  ])('cannot be %s', async (_, make) => {
    expect(await refusalOf(await sendAvatar(media, ruth, await make()))).toEqual([415, 'unsupported_media_type']);
    expect([await uploadsOf(ruth), media.neighbours.photos.has(ruth)]).toEqual([[], false]);
  });

  test.each([
    ['30,000 times 30,000 pixels', () => pngBomb()],
    ['5,000 frames', () => gifOfFrames(5000)],
  ])('cannot have %s', async (_, make) => {
    expect(await refusalOf(await sendAvatar(media, ruth, make()))).toEqual([413, 'too_large']);
    expect(await uploadsOf(ruth)).toEqual([]);
  });

  test('that was not sent is told as such', async () => {
    for (const body of [new FormData(), formWith('picture', await photo(10, 10))]) {
      const answer = await ask(media, ruth, '/api/upload-avatar', { method: 'POST', body });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ error: 'No file selected', code: 'invalid' });
    }
    const two = formWith('avatar', await photo(10, 10));
    two.append('avatar', new Blob([new Uint8Array(await photo(10, 10))]), 'two.jpg');
    const answer = await ask(media, ruth, '/api/upload-avatar', { method: 'POST', body: two });
    expect(await refusalOf(answer)).toEqual([400, 'invalid']);
    await expect.poll(() => media.spooled()).toEqual([]);
  });

  test('needs somebody who is signed in, to be sent and to be seen', async () => {
    const url = await urlOf(await sendAvatar(media, ruth, await photo(100, 100)));
    const body = formWith('avatar', await photo(10, 10));
    expect(await refusalOf(await fetch(`${media.url}/api/upload-avatar`, { method: 'POST', body }))).toEqual([
      401,
      'unauthenticated',
    ]);
    expect((await fetch(media.url + url)).status).toBe(401);
    for (const id of [randomUUID(), 'no-id']) {
      expect((await ask(media, ruth, `${avatarPath}/${id}/64`)).status).toBe(404);
    }
  });
});

test('stays when nobody works on the next one: that one is to be sent again', async () => {
  const withoutWorker = await startMedia({ ...s3Environment(), REDIS_URL: 'redis://127.0.0.1:1' });
  const before = `${avatarPath}/${randomUUID()}/256`;
  withoutWorker.neighbours.photos.set(ruth, before);
  const answer = await sendAvatar(withoutWorker, ruth, await photo(50, 50));
  expect(answer.headers.get('retry-after')).not.toBeNull();
  expect(await refusalOf(answer)).toEqual([503, 'unavailable']);
  expect(withoutWorker.neighbours.photos.get(ruth)).toBe(before);
  expect(await namesIn(withoutWorker.files)).toEqual([]);
  await withoutWorker.stop();
});

test('while the person cannot be given the photo, the upload fails and may be tried again', async () => {
  const alone = await startMedia();
  const send = async () => sendAvatar(alone, ruth, await photo(100, 100));
  alone.neighbours.takePhotos(false);
  expect(await refusalOf(await send())).toEqual([503, 'unavailable']);
  expect((await namesIn(alone.files)).every((name) => name.startsWith('avatars/'))).toBe(true);

  alone.neighbours.takePhotos(true);
  const url = await urlOf(await send());
  expect(alone.neighbours.photos.get(ruth)).toBe(url);
  await alone.stop();
});
