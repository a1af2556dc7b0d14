import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { chatOf, namesIn, sendAttachment, startMedia } from '../testing/media.ts';

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

  test('a disk that is nearly full takes nothing more, and says so', async () => {
    const ruth = randomUUID();
    const full = await startMedia({ DISK_FULL_PERCENT: '1' });
    const answer = await sendAttachment(full, ruth, chatOf(full, ruth), { bytes: pdf });
    expect(answer.status).toBe(507);
    expect(await answer.json()).toMatchObject({
      code: 'insufficient_storage',
      error: expect.stringContaining('no room'),
    });
    await full.stop();
  });
});
