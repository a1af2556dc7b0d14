import { randomUUID } from 'node:crypto';
import type { OwnFile } from '@koinonia/contracts/media-internal.ts';
import { headersOf, headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attached, bytesOf, chatOf, type Media, startMedia, statusOf, whenWorkedOn } from '../testing/media.ts';
import { animation, photo } from '../testing/pictures.ts';

let media: Media;
beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.stop());

const ask = async (path: string, body?: object, headers?: Record<string, string>) =>
  fetch(`${media.url}/internal/people/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(headers ?? (await headersOfProcess('media'))), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const filesOf = async (uid: string, after: string | null = null, limit = 10) =>
  (await (await ask(`${uid}/files`, { after, limit })).json()) as OwnFile[];

describe('the files that somebody sent', () => {
  test('are listed a page at a time, and given out: images as JPEG, other files as they came', async () => {
    const [ruth, ben] = [randomUUID(), randomUUID()];
    const chatId = chatOf(media, ruth, ben);
    const pdf = await attached(media, ruth, chatId, { bytes: Buffer.from('%PDF-1.7 plan'), name: 'plan.pdf' });
    const image = await attached(media, ruth, chatId, { bytes: await photo(400, 300), name: 'harvest.png' });
    await attached(media, ben, chatId, { bytes: Buffer.from('%PDF-1.7 of Ben'), name: 'ben.pdf' });
    await whenWorkedOn(media, ruth, image.url).then(statusOf);

    const files = await filesOf(ruth);
    expect(files).toMatchObject([
      { kind: 'attachment', name: 'plan.pdf', size: 13, isImage: false, chatId, readable: true },
      { kind: 'attachment', name: 'harvest.png', isImage: true, chatId, readable: true },
    ]);
    const [first, second] = files;
    expect(await filesOf(ruth, null, 1)).toEqual([first]);
    expect(await filesOf(ruth, first?.id ?? '', 1)).toEqual([second]);
    expect((await bytesOf(await ask(`${ruth}/files/${first?.id}`))).toString()).toBe('%PDF-1.7 plan');
    expect((await bytesOf(await ask(`${ruth}/files/${second?.id}`))).subarray(0, 3).toString('hex')).toBe('ffd8ff');

    expect(pdf.url).toContain(first?.id ?? 'none');
    expect(await statusOf(await ask(`${ben}/files/${first?.id}`))).toBe(404);
    for (const path of [`${ruth}/files/${randomUUID()}`, `${ruth}/files/x`, `x/files/${first?.id}`]) {
      expect(await statusOf(await ask(path)), path).toBe(404);
    }
    expect(await filesOf('x')).toEqual([]);
  });

  test('are given out with their movement', async () => {
    const ruth = randomUUID();
    const sent = await attached(media, ruth, chatOf(media, ruth), {
      bytes: await animation('gif', 3),
      name: 'dance.gif',
    });
    await whenWorkedOn(media, ruth, sent.url).then(statusOf);
    const [file] = await filesOf(ruth);
    expect(file).toMatchObject({ isImage: true, isAnimation: true });
    const { format, pages } = await sharp(await bytesOf(await ask(`${ruth}/files/${file?.id}`))).metadata();
    expect([format, pages]).toEqual(['webp', 3]);
  });

  test('are those alone that are there: nothing of a deleted message, nor what never came in whole', async () => {
    const ruth = randomUUID();
    const chatId = chatOf(media, ruth);
    const send = (name: string) => attached(media, ruth, chatId, { bytes: Buffer.from('%PDF-1.7'), name });
    await Promise.all(['kept.pdf', 'deleted.pdf', 'half.pdf'].map(send));
    const gone = (await filesOf(ruth)).filter(({ name }) => name !== 'kept.pdf');
    expect(gone).toHaveLength(2);
    const change = (name: string, to: object) =>
      media.db.updateTable('uploads').set(to).where('file_name', '=', name).execute();
    await change('deleted.pdf', { withdrawn_at: new Date() });
    await change('half.pdf', { stored: false });
    expect((await filesOf(ruth)).map(({ name }) => name)).toEqual(['kept.pdf']);
    for (const { id } of gone) expect(await statusOf(await ask(`${ruth}/files/${id}`))).toBe(404);
  });

  test('are told to our own processes alone', async () => {
    const ruth = randomUUID();
    const own = await headersOf(ruth, 'media');
    expect(await statusOf(await ask(`${ruth}/files`, { after: null, limit: 1 }, own))).toBe(403);
    expect(await statusOf(await ask(`${ruth}/files/${randomUUID()}`, undefined, own))).toBe(403);
    expect(await statusOf(await ask(`${ruth}/files`, { after: null, limit: 1 }, {}))).toBe(401);
  });
});
