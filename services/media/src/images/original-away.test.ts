import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderStore } from '@koinonia/kit/files/folder-store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MediaContext } from '../context.ts';
import { createMediaDatabase } from '../testing/database.ts';
import { insertPendingImage } from '../testing/pending-image.ts';
import { createSpool } from '../uploads/spool.ts';
import { workOnImage } from './work-on-image.ts';

let base: Awaited<ReturnType<typeof createMediaDatabase>>;
let folder: string;
beforeAll(async () => {
  base = await createMediaDatabase();
  folder = await mkdtemp(join(tmpdir(), 'koinonia-original-away-'));
});
afterAll(async () => {
  await base.close();
  await rm(folder, { recursive: true });
});

test('an image without its original waits while its store is not there, and is refused when it is', async () => {
  const { db } = base;
  const place = join(folder, 'files');
  const files = await createFolderStore(place);
  const spool = await createSpool({ folder: join(folder, 'spool'), diskFullPercent: 100 });
  const upload = await insertPendingImage(db);
  const rowNow = () => db.selectFrom('uploads').select(['state', 'claimed_until', 'tries']).executeTakeFirstOrThrow();
  const work = () =>
    workOnImage({ db, files, spool, resizing: {} as MediaContext['resizing'] }, { uploadId: upload.id });

  await rename(place, `${place}-away`);
  await expect(work()).rejects.toThrow('ENOENT');
  expect(await rowNow()).toMatchObject({ state: 'pending', claimed_until: null, tries: 0 });
  await rename(`${place}-away`, place);
  await work();
  expect(await rowNow()).toMatchObject({ state: 'failed' });
});
