import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderStore } from '@koinonia/kit/files/folder-store.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { expect, test } from 'vitest';
import type { MediaContext } from '../context.ts';
import { createMediaMetrics } from '../metrics.ts';
import { originalName } from '../objects/object-names.ts';
import { createMediaDatabase } from '../testing/database.ts';
import { insertPendingImage } from '../testing/pending-image.ts';
import { putObject } from '../testing/media.ts';
import { createSpool } from '../uploads/spool.ts';
import { ImageProcessDied } from './image-process.ts';
import { createReconciler } from './reconcile.ts';
import type { MadeVariant } from './tasks.ts';
import { workOnImage } from './work-on-image.ts';

const log = createLog('silent', 'tests');

/** Image processes that begin a task, and end it when the test says how. */
function heldProcess() {
  const begun = Promise.withResolvers<string>();
  const made = Promise.withResolvers<MadeVariant[]>();
  const run = ({ folder }: { folder: string }) => {
    begun.resolve(folder);
    return made.promise;
  };
  return { begun: begun.promise, made, resizing: { run } as unknown as MediaContext['resizing'] };
}

test('a worker that fails after its time does not take the image from the one that works on it by then', async () => {
  const { db, close } = await createMediaDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'koinonia-late-worker-'));
  const files = await createFolderStore(join(folder, 'files'));
  const spool = await createSpool({ folder: join(folder, 'spool'), diskFullPercent: 100 });
  const upload = await insertPendingImage(db);
  await putObject(files, originalName(upload));
  const stateNow = async () => (await db.selectFrom('uploads').select('state').executeTakeFirstOrThrow()).state;
  const work = async ({ resizing }: ReturnType<typeof heldProcess>) =>
    workOnImage({ db, files, spool, resizing }, { uploadId: upload.id });

  const [slow, next] = [heldProcess(), heldProcess()];
  const late = work(slow).catch((error: unknown) => error);
  await slow.begun;
  await db
    .updateTable('uploads')
    .set({ claimed_until: new Date(0) })
    .execute();
  const done = work(next);
  const own = await next.begun;
  slow.made.reject(new ImageProcessDied('too slow'));
  expect(await late).toBeInstanceOf(ImageProcessDied);
  await createReconciler({ db, files, log, metrics: createMediaMetrics(db), again: async () => {} })();
  expect(await stateNow()).toBe('pending');

  const path = join(own, 'variant');
  await writeFile(path, 'x');
  next.made.resolve([{ size: 320, format: 'webp', width: 1, height: 1, bytes: 1, path }]);
  await done;
  expect(await stateNow()).toBe('ready');
  await close();
  await rm(folder, { recursive: true });
});
