import { randomBytes, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { attachmentPath, maxAttachmentBytes } from '@koinonia/contracts/media.ts';
import { headersOf, headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ask,
  attached,
  bytesOf,
  chatOf,
  formWith,
  type Media,
  refusalOf,
  sendAttachment,
  startMedia,
  whenWorkedOn,
} from '../testing/media.ts';
import { gifOfFrames, noise, photo, pngBomb } from '../testing/pictures.ts';

let media: Media;
let ruth: string;
let chatId: string;

beforeAll(async () => {
  media = await startMedia();
});
beforeEach(() => {
  // A new person each time, so that no test uses up another test's daily limit.
  ruth = randomUUID();
  chatId = chatOf(media, ruth);
});
afterAll(() => media.stop());

const send = (bytes: Uint8Array, name?: string, type?: string) =>
  sendAttachment(media, ruth, chatId, { bytes, ...(name !== undefined && { name }), ...(type && { type }) });
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n');

/** The remains of a refused upload: on this machine, in the database. */
async function leftOf(uid: string) {
  const rows = await media.db.selectFrom('uploads').selectAll().where('owner_id', '=', uid).execute();
  return { rows: rows.length, spooled: await media.spooled() };
}
const nothing = { rows: 0, spooled: [] };

describe('who may attach', () => {
  test('nobody without a statement of the gateway', async () => {
    const answer = await fetch(`${media.url}/api/chat/${chatId}/attachment`, {
      method: 'POST',
      body: formWith('attachment', pdf),
    });
    expect(await refusalOf(answer)).toEqual([401, 'unauthenticated']);
  });

  test('none of our own processes', async () => {
    const answer = await fetch(`${media.url}/api/chat/${chatId}/attachment`, {
      method: 'POST',
      headers: await headersOfProcess('media'),
      body: formWith('attachment', pdf),
    });
    expect(await refusalOf(answer)).toEqual([403, 'forbidden']);
  });

  test('only members: a chat of others and no chat look alike', async () => {
    const others = chatOf(media, randomUUID());
    for (const chat of [others, randomUUID(), 'no-id']) {
      expect(await refusalOf(await sendAttachment(media, ruth, chat, { bytes: pdf })), chat).toEqual([
        404,
        'not_found',
      ]);
    }
    await expect.poll(() => leftOf(ruth)).toEqual(nothing);
  });
});

describe('a file that is attached', () => {
  test('is told with its name, kind and size, and comes back as it was sent', async () => {
    const bytes = Buffer.concat([pdf, randomBytes(500_000)]);
    const told = await attached(media, ruth, chatId, { bytes, name: 'Plan für Juni.pdf', type: 'text/html' });
    expect(told).toEqual({
      url: expect.stringMatching(new RegExp(`^${attachmentPath}/[0-9a-f-]{36}/Plan%20f%C3%BCr%20Juni\\.pdf$`)),
      name: 'Plan für Juni.pdf',
      contentType: 'application/pdf',
      size: bytes.length,
      width: null,
      height: null,
      placeholder: null,
    });
    const read = await ask(media, ruth, told.url);
    expect((await bytesOf(read)).equals(bytes)).toBe(true);
    await expect.poll(() => media.spooled()).toEqual([]);
  });

  test('may be as large as the limit and not a byte larger', async () => {
    const bytes = Buffer.concat([pdf, randomBytes(maxAttachmentBytes - pdf.length)]);
    expect(await attached(media, ruth, chatId, { bytes, name: 'large.pdf' })).toMatchObject({
      size: maxAttachmentBytes,
    });
    expect(await refusalOf(await send(Buffer.concat([bytes, pdf.subarray(0, 1)]), 'larger.pdf'))).toEqual([
      413,
      'too_large',
    ]);
    await expect.poll(() => leftOf(ruth)).toMatchObject({ rows: 1, spooled: [] });
  });

  test('may be empty', async () => {
    const told = await attached(media, ruth, chatId, { bytes: Buffer.alloc(0), name: 'empty.txt' });
    expect(told).toMatchObject({ name: 'empty.txt', contentType: 'text/plain', size: 0 });
    expect((await bytesOf(await ask(media, ruth, told.url))).length).toBe(0);
  });

  test.each([
    [
      'an SVG with a script, called a PNG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      'x.png',
    ],
    ['HTML, called a JPEG', Buffer.from('<!doctype html><script>alert(1)</script>'), 'page.jpg'],
    ['a script, called a GIF', Buffer.from('GIF7alert(1)'), 'x.gif'],
  ])('is bytes to us when it is %s', async (_, bytes, name) => {
    const told = await attached(media, ruth, chatId, { bytes, name, type: 'image/png' });
    expect(told).toMatchObject({ name, contentType: 'application/octet-stream', width: null });
    // Clients recognise images by their extension, so a file that is not an image must not have one.
    expect(told.url).toMatch(/\.bin$/);
    const read = await ask(media, ruth, told.url);
    expect(read.headers.get('content-type')).toBe('application/octet-stream');
    expect(read.headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  test('is told by its content, whatever it is declared to be', async () => {
    const zip = Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 0, 0, ...Array.from({ length: 40 }, () => 0)]);
    expect(await attached(media, ruth, chatId, { bytes: zip, name: 'x.png', type: 'image/png' })).toMatchObject({
      contentType: 'application/zip',
      width: null,
    });
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    expect(await attached(media, ruth, chatId, { bytes: zip, name: 'letter.docx' })).toMatchObject({
      contentType: docx,
    });
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(40)]);
    expect(await attached(media, ruth, chatId, { bytes: heic, name: 'photo.jpg' })).toMatchObject({
      contentType: 'image/heic',
      width: null,
      url: expect.stringMatching(/\.bin$/),
    });
  });

  test('tells nothing of where it was taken, when it is an image that only browsers can show', async () => {
    const bytes = await noise(20, 20)
      .withExif({ IFD0: { Make: 'Nokia' } })
      .avif({ effort: 0 })
      .toBuffer();
    const { url, contentType } = await attached(media, ruth, chatId, { bytes, name: 'photo.avif' });
    const answer = await ask(media, ruth, url);
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="photo.avif"/);
    const read = await bytesOf(answer);
    const tell = [bytes, read].map((file) => file.includes('Nokia'));
    expect([contentType, read.length, tell]).toEqual(['image/avif', bytes.length, [true, false]]);
    const cut = bytes.subarray(0, bytes.indexOf('mdat') + 20);
    expect(await refusalOf(await send(cut, 'cut.avif'))).toEqual([415, 'unsupported_media_type']);
    expect((await leftOf(ruth)).spooled).toEqual([]);
  });

  test('is bytes when it is a program, though it is called a text', async () => {
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400)]);
    expect(await attached(media, ruth, chatId, { bytes: program, name: 'notes.txt' })).toMatchObject({
      contentType: 'application/octet-stream',
    });
  });

  test.each([
    ['تقرير.pdf', 'تقرير.pdf'],
    ['../../x.pdf', 'x.pdf'],
    ['photo\u202egpj.pdf', 'photogpj.pdf'],
    [`${'n'.repeat(300)}.pdf`, `${'n'.repeat(251)}.pdf`],
    [`${'ع'.repeat(140)}.pdf`, `${'ع'.repeat(125)}.pdf`],
    ['a\r\nb.pdf', 'ab.pdf'],
    ['say "amen".pdf', 'say "amen".pdf'],
    [`${'a'.repeat(94)}😀.İ`, `${'a'.repeat(94)}😀.İ`],
  ])('keeps its name as far as it is safe: %j', async (name, kept) => {
    const told = await attached(media, ruth, chatId, { bytes: pdf, name });
    expect(told.name).toBe(kept);
    expect(told.url.length).toBeLessThanOrEqual(500);
    const read = await ask(media, ruth, told.url);
    expect(read.status).toBe(200);
    const disposition = read.headers.get('content-disposition') ?? '';
    const [, extended = ''] = /filename\*=UTF-8''(.+)$/.exec(disposition) ?? [];
    expect(decodeURIComponent(extended)).toBe(kept);
  });
});

describe('an image that is attached', () => {
  test('is told with the sides that it will have, so that the page leaves room', async () => {
    const told = await attached(media, ruth, chatId, { bytes: await photo(1200, 900), name: 'IMG 1.JPG' });
    expect(told).toMatchObject({ name: 'IMG 1.JPG', contentType: 'image/jpeg', width: 1200, height: 900 });
    expect(told.url).toMatch(/\/IMG%201\.JPG$/);
    expect(told.placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(told.placeholder?.length).toBeLessThan(1000);
    expect((await whenWorkedOn(media, ruth, told.url)).status).toBe(200);
  });

  test('is known by its content, whatever it is called', async () => {
    const bytes = await noise(40, 40).png().toBuffer();
    const told = await attached(media, ruth, chatId, { bytes, name: 'notes.txt', type: 'text/plain' });
    expect(told).toMatchObject({ contentType: 'image/png', width: 40 });
    expect(told.url).toMatch(/\/notes\.txt\.png$/);
  });

  test.each([
    ['30,000 times 30,000 pixels in some kilobytes', () => pngBomb(), 'bomb.png'],
    ['5,000 frames', () => gifOfFrames(5000), 'bomb.gif'],
  ])('is refused when it would unpack to %s', async (_, make, name) => {
    expect(await refusalOf(await send(make(), name))).toEqual([413, 'too_large']);
    await expect.poll(() => leftOf(ruth)).toEqual(nothing);
  });

  test('is refused when it is damaged', async () => {
    const whole = await photo(800, 600);
    const truncated = whole.subarray(0, whole.length / 2);
    const onlyHead = Buffer.concat([whole.subarray(0, 30), randomBytes(1000)]);
    for (const bytes of [truncated, onlyHead]) {
      expect(await refusalOf(await send(bytes, 'damaged.jpg'))).toEqual([415, 'unsupported_media_type']);
    }
    await expect.poll(() => leftOf(ruth)).toEqual(nothing);
  });
});

describe('a form that is not as it should be', () => {
  test('without a file, or with it in another field, is refused', async () => {
    const empty = new FormData();
    empty.set('attachment', 'only text');
    const chosenNone = formWith('attachment', Buffer.alloc(0), '');
    for (const body of [new FormData(), empty, formWith('file', pdf), chosenNone]) {
      const answer = await ask(media, ruth, `/api/chat/${chatId}/attachment`, { method: 'POST', body });
      expect(await refusalOf(answer)).toEqual([400, 'invalid']);
    }
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    expect((await ask(media, ruth, `/api/chat/${chatId}/attachment`, json)).status).toBe(400);
    expect((await ask(media, ruth, `/api/chat/${chatId}/attachment`, { method: 'POST' })).status).toBe(400);
    await expect.poll(() => leftOf(ruth)).toEqual(nothing);
  });

  test('with two files is refused and leaves neither', async () => {
    const form = formWith('attachment', pdf, 'one.pdf');
    form.append('attachment', new Blob([pdf]), 'two.pdf');
    const answer = await ask(media, ruth, `/api/chat/${chatId}/attachment`, { method: 'POST', body: form });
    expect(await refusalOf(answer)).toEqual([400, 'invalid']);
    await expect.poll(() => leftOf(ruth)).toEqual(nothing);
  });

  test('with other fields beside the file is taken', async () => {
    const form = new FormData();
    form.set('note', 'hello');
    form.set('attachment', new Blob([pdf]), 'one.pdf');
    expect((await ask(media, ruth, `/api/chat/${chatId}/attachment`, { method: 'POST', body: form })).status).toBe(201);
  });

  test('that ends in the middle of its file is refused', async () => {
    const body = `--x\r\ncontent-disposition: form-data; name="attachment"; filename="a.pdf"\r\n\r\n${pdf.toString()}`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await ask(media, ruth, `/api/chat/${chatId}/attachment`, { method: 'POST', body, headers });
    expect(await refusalOf(answer)).toEqual([400, 'malformed']);
    await expect.poll(() => leftOf(ruth)).toEqual(nothing);
  });

  test('that never ends is cut at the limit, and the sender gets to read why', async () => {
    const headers = { ...(await headersOf(ruth, 'media')), 'content-type': 'multipart/form-data; boundary=x' };
    const upload = httpRequest(`${media.url}/api/chat/${chatId}/attachment`, { method: 'POST', headers });
    upload.on('error', () => {});
    upload.write('--x\r\ncontent-disposition: form-data; name="attachment"; filename="endless"\r\n\r\n');
    const piece = Buffer.alloc(256 * 1024, 'x');
    let isAnswered = false;
    const answered = new Promise<number | undefined>((resolve) =>
      upload.on('response', (answer) => {
        isAnswered = true;
        answer.resume();
        resolve(answer.statusCode);
      }),
    );
    let sent = 0;
    while (!isAnswered && sent < 3 * maxAttachmentBytes) {
      sent += piece.length;
      if (!upload.write(piece)) await Promise.race([new Promise((resolve) => upload.once('drain', resolve)), answered]);
    }
    expect(await answered).toBe(413);
    upload.destroy();
    await expect.poll(() => leftOf(ruth)).toEqual(nothing);
  });

  test('whose sender goes away leaves nothing', async () => {
    const headers = { ...(await headersOf(ruth, 'media')), 'content-type': 'multipart/form-data; boundary=x' };
    const upload = httpRequest(`${media.url}/api/chat/${chatId}/attachment`, { method: 'POST', headers });
    upload.on('error', () => {});
    upload.write('--x\r\ncontent-disposition: form-data; name="attachment"; filename="gone"\r\n\r\nhalf');
    await expect.poll(() => media.spooled()).toHaveLength(1);
    upload.destroy();
    await expect.poll(() => leftOf(ruth)).toEqual(nothing);
  });
});
