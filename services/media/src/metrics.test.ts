import { randomUUID } from 'node:crypto';
import { type FaultyLink, startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  attached,
  chatOf,
  type Media,
  s3Environment,
  sendAttachment,
  sendAvatar,
  startMedia,
  statusOf,
  whenWorkedOn,
} from './testing/media.ts';
import { photo } from './testing/pictures.ts';

let link: FaultyLink;
let media: Media;
beforeAll(async () => {
  const s3 = s3Environment();
  link = await startFaultyLink(s3['S3_ENDPOINT'] ?? '');
  media = await startMedia({ ...s3, S3_ENDPOINT: link.through(s3['S3_ENDPOINT'] ?? '') });
});
afterAll(async () => {
  link.mend();
  await media.stop();
  await link.close();
});

/** The values of a metric, by its labels without the service's label. */
async function valuesOf(metric: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${media.url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => new RegExp(`^${metric}[{ ]`).test(line));
  const entries = lines.map((line) => {
    const labels = [...line.matchAll(/(\w+)="([^"]*)"/g)].filter(([, name]) => name !== 'service');
    return [labels.map(([, , value]) => value).join(' '), Number(line.split(' ').at(-1))];
  });
  return Object.fromEntries(entries) as Record<string, number>;
}

test('what is uploaded, refused, worked on and stored is counted, and what the store fails at', async () => {
  const ends = ['avatar', 'attachment', 'group-picture'].flatMap((kind) =>
    ['taken', 'refused', 'failed'].map((outcome) => [`${kind} ${outcome}`, 0]),
  );
  const none = Object.fromEntries(ends);
  expect(await valuesOf('media_uploads_total')).toEqual(none);
  expect(await valuesOf('media_store_errors_total')).toEqual({ put: 0, get: 0, delete: 0, ping: 0 });
  const ruth = randomUUID();
  const chatId = chatOf(media, ruth);
  const pdf = { bytes: Buffer.from('%PDF-1.7'), name: 'plan.pdf' };
  await attached(media, ruth, chatId, pdf);
  const image = await attached(media, ruth, chatId, { bytes: await photo(400, 300) });
  expect(await statusOf(await whenWorkedOn(media, ruth, image.url))).toBe(200);
  expect(await statusOf(await sendAvatar(media, ruth, pdf.bytes))).toBe(415);
  // Its original is deleted after it is ready, and that needs the store too.
  await expect.poll(() => valuesOf('media_image_work_seconds_count')).toEqual({ ended: 1 });
  link.cut();
  expect(await statusOf(await sendAttachment(media, ruth, chatId, pdf))).toBe(503);
  link.mend();

  await expect
    .poll(() => valuesOf('media_uploads_total'))
    .toEqual({ ...none, 'attachment taken': 2, 'avatar refused': 1, 'attachment failed': 1 });
  expect((await valuesOf('media_stored_bytes_total'))['']).toBeGreaterThan(1000);
  expect((await valuesOf('media_store_errors_total'))['put']).toBeGreaterThan(0);
  expect(await valuesOf('media_images_pending')).toEqual({ '': 0 });
  expect(await valuesOf('media_images_oldest_pending_seconds')).toEqual({ '': 0 });

  const pending = { state: 'pending', created_at: new Date(Date.now() - 60_000), tries: 2 };
  await media.db
    .updateTable('uploads')
    .set({ ...pending, claimed_until: new Date(Date.now() + 60_000) } as never)
    .where('kind', '=', 'attachment')
    .execute();
  // Of the same answer: the one before had none.
  expect((await valuesOf('media_images_oldest_pending_seconds'))['']).toBeGreaterThan(50);
  expect(await valuesOf('media_images_pending')).toEqual({ '': 2 });
});
