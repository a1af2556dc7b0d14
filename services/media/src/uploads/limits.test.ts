import { randomBytes, randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { maxAttachmentBytes, maxFormBytes } from '@koinonia/contracts/media.ts';
import { headersOf } from '@koinonia/kit/testing/callers.ts';
import { describe, expect, test } from 'vitest';
import { ask, chatOf, formWith, namesIn, sendAttachment, startMedia } from '../testing/media.ts';
import { flatPhoto } from '../testing/pictures.ts';

const pdf = Buffer.from('%PDF-1.7');

describe('limits', () => {
  test('one person sends so much in a day, however many files at once', async () => {
    const ruth = randomUUID();
    const small = await startMedia({ UPLOAD_BYTES_A_DAY: '10000' });
    const chat = chatOf(small, ruth);
    const file = { bytes: Buffer.concat([pdf, randomBytes(4000 - pdf.length)]), name: 'part.pdf' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendAttachment(small, ruth, chat, file)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await namesIn(small.files)).toHaveLength(2);

    await small.db
      .updateTable('uploads')
      .set({ created_at: new Date(Date.now() - 90_000_000) } as never)
      .execute();
    expect((await sendAttachment(small, ruth, chat, file)).status).toBe(201);
    await small.stop();
  });

  test('who has reached it is told before anything of a file is received', async () => {
    const ruth = randomUUID();
    const small = await startMedia({ UPLOAD_BYTES_A_DAY: '1000000' });
    const chat = chatOf(small, ruth);
    const first = { bytes: Buffer.concat([pdf, randomBytes(800_000)]), name: 'part.pdf' };
    expect((await sendAttachment(small, ruth, chat, first)).status).toBe(201);
    /** The answer to a file of which only the length was sent. */
    const announced = async (path: string, length: number) => {
      const headers = { ...(await headersOf(ruth, 'media')), 'content-type': 'multipart/form-data; boundary=x' };
      const options = { method: 'POST', headers: { ...headers, 'content-length': length } };
      const upload = httpRequest(small.url + path, options);
      upload.on('error', () => {});
      const status = new Promise((resolve) => upload.on('response', (answer) => resolve(answer.statusCode)));
      upload.flushHeaders();
      return status.finally(() => upload.destroy());
    };
    for (const path of [`/api/chat/${chat}/attachment`, `/api/chat/${chat}/picture`, '/api/upload-avatar']) {
      expect(
        [await announced(path, 800_000), await announced(path, maxAttachmentBytes + maxFormBytes + 1)],
        path,
      ).toEqual([429, 413]);
    }
    await small.stop();
  });

  test('a disk that is nearly full takes nothing more, and says so', async () => {
    const ruth = randomUUID();
    // A file of unknown length may take half of what is free: more than a hundredth of any disk, also of an empty one.
    const { bavail, bsize } = await statfs(tmpdir());
    const half = String(Math.floor((bavail * bsize) / 2));
    const answerAt = async (percent: string) => {
      const limits = { DISK_FULL_PERCENT: percent, ATTACHMENT_MAX_BYTES: half, UPLOAD_BYTES_A_DAY: half };
      const media = await startMedia(limits);
      const { body, headers } = new Response(formWith('attachment', pdf));
      const answer = await ask(media, ruth, `/api/chat/${chatOf(media, ruth)}/attachment`, {
        method: 'POST',
        headers: { 'content-type': headers.get('content-type')! },
        body,
        duplex: 'half',
      });
      const told = { status: answer.status, ...((await answer.json()) as object) };
      await media.stop();
      return told;
    };
    expect(await answerAt('100')).toMatchObject({ status: 201 });
    expect(await answerAt('1')).toMatchObject({
      status: 507,
      code: 'insufficient_storage',
      error: expect.stringContaining('no room'),
    });
  });

  test('a photo that was saved in several passes is not told that it may have the pixels of one from a camera', async () => {
    const ruth = randomUUID();
    const media = await startMedia();
    const bytes = await flatPhoto(6000, 4500, { progressive: true });
    const answer = await sendAttachment(media, ruth, chatOf(media, ruth), { bytes, name: 'edited.jpg' });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      error: expect.stringContaining('26 million pixels, or 51 million in a photo as a camera saves it'),
    });
    await media.stop();
  });
});
