import { randomBytes, randomUUID } from 'node:crypto';
import type { Attachment } from '@koinonia/contracts/media.ts';
import { attachmentPath, imageUrl } from '@koinonia/contracts/media.ts';
import { headersOf, headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ago,
  ask,
  attached,
  bytesOf,
  changeUpload,
  chatOf,
  idOf,
  type Media,
  minute,
  refusalOf,
  s3Environment,
  startMedia,
  whenWorkedOn,
} from '../testing/media.ts';
import { animation, noise, phonePhoto, photo } from '../testing/pictures.ts';

const ruth = randomUUID();
const ben = randomUUID();

describe.each([
  ['a folder', () => ({})],
  ['S3', s3Environment],
])('a file in %s', (_kind, environment: () => Record<string, string>) => {
  let media: Media;
  let chatId: string;
  let file: Attachment;
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000)]);

  beforeAll(async () => {
    media = await startMedia(environment());
    chatId = chatOf(media, ruth, ben);
    file = await attached(media, ruth, chatId, { bytes, name: 'plan.pdf' });
  });
  afterAll(() => media.stop());

  const read = (headers: Record<string, string> = {}, method = 'GET') => ask(media, ben, file.url, { headers, method });

  test('is handed out as bytes that a browser only keeps', async () => {
    const answer = await read();
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': `attachment; filename="plan.pdf"; filename*=UTF-8''plan.pdf`,
      'content-length': String(bytes.length),
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'application/pdf',
      'cross-origin-resource-policy': 'same-origin',
      etag: expect.stringMatching(/^"[^"]+"$/),
      'x-content-type-options': 'nosniff',
    });
    expect((await bytesOf(answer)).equals(bytes)).toBe(true);
  });

  test('is handed out in parts', async () => {
    const part = await read({ range: 'bytes=9-1008' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 9-1008/${bytes.length}`]);
    expect((await bytesOf(part)).equals(bytes.subarray(9, 1009))).toBe(true);
    const last = await read({ range: 'bytes=-1' });
    expect((await bytesOf(last)).equals(bytes.subarray(-1))).toBe(true);
    const rest = await read({ range: `bytes=${bytes.length - 10}-`, 'if-range': file.url });
    expect([rest.status, (await bytesOf(rest)).length]).toEqual([200, bytes.length]);
    const beyond = await read({ range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    expect(await beyond.json()).toEqual({ error: 'The file has no such part.', code: 'range_not_satisfiable' });
  });

  test('is not sent again to whoever has it', async () => {
    const etag = (await read({}, 'HEAD')).headers.get('etag') ?? '';
    const again = await read({ 'if-none-match': etag });
    expect([again.status, (await bytesOf(again)).length, again.headers.get('etag')]).toEqual([304, 0, etag]);
    expect((await read({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('is told about without being sent', async () => {
    const head = await read({}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    for (const range of ['bytes=0-99', `bytes=${bytes.length}-`]) {
      const whole = await read({ range }, 'HEAD');
      expect([whole.status, whole.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
      expect(whole.headers.get('content-range')).toBeNull();
    }
  });

  test.each([
    ['is no member any more', (uid: string) => media.neighbours.members.get(chatId)?.delete(uid)],
    ['sees no message with it any more', (uid: string) => media.neighbours.outOfSight.add(`${uid} ${file.url}`)],
  ])('is lost the moment that somebody %s', async (_why, lose) => {
    const joy = randomUUID();
    media.neighbours.members.get(chatId)?.add(joy);
    const etag = (await ask(media, joy, file.url)).headers.get('etag') ?? '';
    lose(joy);
    for (const headers of [{}, { 'if-none-match': etag }, { range: 'bytes=0-1' }]) {
      const answer = await ask(media, joy, file.url, { headers });
      expect(answer.headers.get('etag')).toBeNull();
      expect(await refusalOf(answer)).toEqual([404, 'not_found']);
    }
  });

  test('is nobody’s who is not in the chat, and looks as if it were not there', async () => {
    const id = idOf(file.url);
    const stranger = await ask(media, randomUUID(), file.url);
    const missing = await ask(media, ben, `${attachmentPath}/${randomUUID()}/plan.pdf`);
    expect([stranger.status, missing.status]).toEqual([404, 404]);
    expect(await stranger.text()).toBe(await missing.text());
    for (const path of [`${attachmentPath}/no-id`, `${attachmentPath}/no-id/x.pdf`, `/api/media/avatars/${id}/64`]) {
      expect((await ask(media, ben, path)).status, path).toBe(404);
    }
    expect((await fetch(media.url + file.url)).status).toBe(401);
    expect((await fetch(media.url + file.url, { headers: await headersOf(ben, 'chat') })).status).toBe(401);
    expect((await fetch(media.url + file.url, { headers: await headersOfProcess('media') })).status).toBe(403);
  });

  test('is found by its id, whatever name stands behind', async () => {
    const id = idOf(file.url);
    expect((await ask(media, ben, `${attachmentPath}/${id}`)).status).toBe(200);
    expect((await ask(media, ben, `${attachmentPath}/${id}/other.html`)).headers.get('content-type')).toBe(
      'application/pdf',
    );
  });
});

describe('an image', () => {
  let media: Media;
  let chatId: string;
  beforeAll(async () => {
    media = await startMedia();
    chatId = chatOf(media, ruth, ben);
  });
  afterAll(() => media.stop());

  const send = (bytes: Buffer, name = 'picture.jpg') => attached(media, ruth, chatId, { bytes, name });
  const read = (url: string, accept?: string) => whenWorkedOn(media, ben, url, accept ? { accept } : {});
  const headOf = async (answer: Response) => sharp(await bytesOf(answer), { animated: true }).metadata();

  test('is there in three widths, none wider than it came', async () => {
    const { url } = await send(await photo(2400, 1200));
    for (const [width, height] of [
      [320, 160],
      [960, 480],
      [1920, 960],
    ] as const) {
      const answer = await read(imageUrl(url, width));
      expect(answer.headers.get('content-disposition')).toBe(
        `inline; filename="picture.webp"; filename*=UTF-8''picture.webp`,
      );
      expect(await headOf(answer)).toMatchObject({ format: 'webp', width, height });
    }
    expect(await headOf(await read(url))).toMatchObject({ width: 1920 });
    for (const wrong of ['100', '', '0x140', '32e1'])
      expect((await ask(media, ben, `${url}?w=${wrong}`)).status, wrong).toBe(400);

    const small = await send(await photo(500, 250));
    expect(await headOf(await read(imageUrl(small.url, 320)))).toMatchObject({ width: 320 });
    expect(await headOf(await read(imageUrl(small.url, 960)))).toMatchObject({ width: 500, height: 250 });
    expect(await headOf(await read(imageUrl(small.url, 1920)))).toMatchObject({ width: 500 });
    const tiny = await send(await noise(10, 10).png().toBuffer(), 'tiny.png');
    expect(await headOf(await read(tiny.url))).toMatchObject({ width: 10, height: 10 });
  });

  test.each([
    ['a long screenshot', 500, 17_000, 482, 16_383],
    ['a wide one, which fits', 1080, 15_000, 1080, 15_000],
    ['a wide one, which does not fit', 1080, 20_000, 885, 16_383],
    ['a narrow line', 1, 17_000, 1, 16_383],
    ['a panorama', 20_000, 300, 1920, 29],
    ['a flat line', 20_000, 1, 1920, 1],
  ])('is shown however long it is: %s', async (_, width, height, shownWidth, shownHeight) => {
    const long = sharp({ create: { width, height, channels: 3, background: '#22aa55' } });
    const { url } = await send(await long.png().toBuffer(), 'long.png');
    for (const accept of ['image/webp', 'image/jpeg']) {
      const answer = await read(url, accept);
      expect(answer.status).toBe(200);
      expect(await headOf(answer)).toMatchObject({ width: shownWidth, height: shownHeight });
    }
  });

  test('is WebP where the browser takes it, else JPEG, and caches know', async () => {
    const { url } = await send(await photo(400, 300));
    const webp = await read(url, 'image/avif,image/webp,*/*');
    const jpeg = await read(url, 'image/jpeg,image/png');
    expect([webp, jpeg].map((answer) => answer.headers.get('content-type'))).toEqual(['image/webp', 'image/jpeg']);
    expect([webp, jpeg].map((answer) => answer.headers.get('vary'))).toEqual(['Accept', 'Accept']);
    expect(webp.headers.get('etag')).not.toBe(jpeg.headers.get('etag'));
    expect((await headOf(jpeg)).format).toBe('jpeg');
    expect(jpeg.headers.get('content-disposition')).toMatch(/^inline; filename="picture.jpg"/);
  });

  test('is named after its format, whatever letters its ending has', async () => {
    // In lower case, this ending is longer.
    const { url } = await send(await animation('gif', 2), '😀.GİF');
    const answer = await read(url, 'image/webp');
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      `inline; filename="__.webp"; filename*=UTF-8''%F0%9F%98%80.webp`,
    ]);
  });

  test('stands upright and tells nothing of where and by whom it was taken', async () => {
    const original = await phonePhoto();
    const told = await send(original);
    expect(told).toMatchObject({ width: 800, height: 1200 });
    for (const url of [told.url, imageUrl(told.url, 320)]) {
      for (const accept of ['image/webp', 'image/jpeg']) {
        const bytes = await bytesOf(await read(url, accept));
        const head = await sharp(bytes).metadata();
        expect([head.exif, head.xmp, head.iptc, head.orientation, head.icc]).toEqual(Array.from({ length: 5 }));
        for (const trace of ['Exif', 'GPS', 'Nokia', 'Ruth']) expect(bytes.includes(trace)).toBe(false);
        // The left side of the stored picture is at the top after rotation.
        expect(head.height).toBeGreaterThan(head.width);
        const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
        const [red, , blue] = data.subarray(Math.floor(info.width / 2) * info.channels);
        expect(red).toBeGreaterThan(blue ?? 255);
      }
    }
  });

  test('keeps its colours when they come in another colour space', async () => {
    const green = { create: { width: 60, height: 60, channels: 3 as const, background: '#22aa55' } };
    const wide = await sharp(green).withIccProfile('p3').png().toBuffer();
    const { url } = await send(wide, 'wide.png');
    const [r = 0, g = 0, b = 0] = await sharp(await bytesOf(await read(url)))
      .raw()
      .toBuffer();
    expect(Math.abs(r - 0x22) + Math.abs(g - 0xaa) + Math.abs(b - 0x55)).toBeLessThan(20);
  });

  test('keeps what is transparent; in a JPEG it is white', async () => {
    const clear = {
      create: { width: 50, height: 50, channels: 4 as const, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    };
    const { url } = await send(await sharp(clear).png().toBuffer(), 'clear.png');
    expect(await headOf(await read(url, 'image/webp'))).toMatchObject({ hasAlpha: true });
    const [r, g, b] = await sharp(await bytesOf(await read(url, 'image/jpeg')))
      .raw()
      .toBuffer();
    expect([r, g, b]).toEqual([255, 255, 255]);
  });

  test.each(['gif', 'webp'] as const)('that moves goes on moving (%s)', async (format) => {
    const { url } = await send(await animation(format, 6, 400), `moving.${format}`);
    for (const [address, width] of [
      [url, 400],
      [imageUrl(url, 320), 320],
    ] as const) {
      const head = await headOf(await read(address));
      expect(head).toMatchObject({
        format: 'webp',
        pages: 6,
        width,
        pageHeight: width,
        delay: [100, 100, 100, 100, 100, 100],
      });
    }
    expect((await headOf(await read(url, 'image/jpeg'))).pages ?? 1).toBe(1);
  });

  test('that moves for too long shows its first frame', async () => {
    // A little beyond what may move: 24 million pixels.
    const { url } = await send(await animation('gif', 60, 650), 'long.gif');
    expect((await headOf(await read(url))).pages ?? 1).toBe(1);
  });

  test('that is a script as well is only a picture afterwards', async () => {
    const script = '/*\u0000*/=1;alert(document.domain)//';
    const polyglot = Buffer.concat([await animation('gif', 2), Buffer.from(script)]);
    const { url } = await send(polyglot, 'polyglot.gif');
    for (const accept of ['image/webp', 'image/jpeg']) {
      expect((await bytesOf(await read(url, accept))).includes('alert(')).toBe(false);
    }
  });

  test('answers 202 while it is worked on, and 410 when that failed', async () => {
    const { url } = await send(await photo(200, 200));
    await read(url);
    await changeUpload(media, url, { state: 'pending', claimed_until: ago(-minute) });
    const pending = await ask(media, ben, url);
    expect([pending.status, pending.headers.get('retry-after'), pending.headers.get('cache-control')]).toEqual([
      202,
      '1',
      'no-store',
    ]);
    await changeUpload(media, url, { state: 'failed' });
    const failed = await ask(media, ben, url);
    expect(failed.headers.get('cache-control')).toBe('no-store');
    expect(await refusalOf(failed)).toEqual([410, 'gone']);
    expect((await ask(media, randomUUID(), url)).status).toBe(404);
  });
});
