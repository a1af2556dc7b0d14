import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Attachment } from '@koinonia/contracts/media.ts';
import { createMemoryQueue } from '@koinonia/kit/jobs/memory-queue.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createDatabase } from '@koinonia/kit/stores/database.ts';
import { startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { expect, test } from 'vitest';
import type { MediaTables } from '../database/schema.ts';
import { imageQueue } from '../images/image-job.ts';
import { ask, bytesOf, chatOf, startMedia } from '../testing/media.ts';
import { keepUpload } from './keep-upload.ts';

const log = createLog('silent', 'tests');

test('a file that counts as stored is there, although the database did not say so, nor answered any more', async () => {
  const media = await startMedia();
  const folder = await mkdtemp(join(tmpdir(), 'koinonia-keep-'));
  const link = await startFaultyLink(media.variables.DATABASE_URL);
  const url = link.through(media.variables.DATABASE_URL);
  // One connection: what is asked after the answer that is lost needs a new one.
  const db = createDatabase<MediaTables>({ url, schema: 'media', log, connections: 1 });
  const [ruth, bytes, path] = [randomUUID(), randomBytes(4000), join(folder, 'received')];
  const chatId = chatOf(media, ruth);
  await writeFile(path, bytes);
  const stores = {
    db,
    files: {
      ...media.files,
      async put(...file: Parameters<typeof media.files.put>) {
        await media.files.put(...file);
        link.freeze('back');
      },
    },
    imageJobs: createMemoryQueue(imageQueue, log),
    limits: media.config.limits,
    log,
  };
  const file = { path, size: bytes.length, fileName: 'plan.bin', contentType: 'application/octet-stream', image: null };
  await expect(
    keepUpload(stores, { ...file, kind: 'attachment', ownerId: ruth, chatId, clientId: 'one' }),
  ).rejects.toThrow();

  const found = await ask(media, ruth, `/api/chat/${chatId}/attachment?clientId=one`);
  const { attachment } = (await found.json()) as { attachment: Attachment };
  expect(await bytesOf(await ask(media, ruth, attachment.url))).toEqual(bytes);

  link.mend();
  await db.destroy();
  await link.close();
  await media.stop();
  await rm(folder, { recursive: true });
});
