import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { newId } from '@koinonia/kit/ids.ts';
import { startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MediaDatabase } from '../database/schema.ts';
import { openFiles } from '../files.ts';
import { createMediaDatabase } from '../testing/database.ts';
import { s3Environment } from '../testing/media.ts';
import { mediaConfig } from '../config.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { createMediaMetrics } from '../metrics.ts';
import { markStored } from '../uploads/queries.ts';
import { failOverdue } from './queries.ts';
import { createReconciler } from './reconcile.ts';

const log = createLog('silent', 'tests');

let database: Awaited<ReturnType<typeof createMediaDatabase>>;
let db: MediaDatabase;

beforeEach(async () => {
  database = await createMediaDatabase();
  ({ db } = database);
});
afterEach(() => database.close());

/** An attachment with an image to work on. */
const upload = () => ({
  id: newId(),
  kind: 'attachment' as const,
  owner_id: randomUUID(),
  chat_id: randomUUID(),
  file_name: 'harvest.jpg',
  content_type: 'image/jpeg',
  size: 1,
  animated: false,
  state: 'pending' as const,
});
/** As if it had stood there for so long. */
const standingFor = (time: string) => sql`update uploads set created_at = now() - ${time}::interval`.execute(db);
const now = () => db.selectFrom('uploads').selectAll().executeTakeFirstOrThrow();

test('an image whose time runs out while the queue or the file store is away is given up then, not later', async () => {
  const { files: place } = mediaConfig({ ...s3Environment(), DATABASE_URL: database.url, INTERNAL_SECRET: testSecret });
  const files = await openFiles(place);
  const sent = upload();
  await db.insertInto('uploads').values(sent).execute();
  await markStored(db, sent.id);
  await standingFor('10 seconds');

  const metrics = createMediaMetrics(db);
  const reconcile = createReconciler({
    db,
    files,
    log,
    metrics,
    async again() {
      // As if this had lasted until its time was out.
      await standingFor('105 seconds');
      throw new Error('away');
    },
  });
  await expect(reconcile()).rejects.toThrow('away');
  expect(await now()).toMatchObject({ state: 'pending' });
  await reconcile();
  expect(await now()).toMatchObject({ state: 'failed' });
  expect((await metrics.imagesGivenUp.get()).values).toMatchObject([{ value: 1 }]);
});

test('while the file store hangs, nothing waits for what is stored of an image that is given up', async () => {
  const link = await startFaultyLink(s3Environment()['S3_ENDPOINT'] ?? '');
  const tried = { ...upload(), tries: 2 };
  await db.insertInto('uploads').values(tried).execute();
  await markStored(db, tried.id);
  const stores = { ...s3Environment(), S3_ENDPOINT: link.through(s3Environment()['S3_ENDPOINT'] ?? '') };
  const { files: place } = mediaConfig({ ...stores, DATABASE_URL: database.url, INTERNAL_SECRET: testSecret });
  const files = await openFiles(place);
  link.freeze();
  const done = createReconciler({ db, files, log, metrics: createMediaMetrics(db), again: async () => {} })();
  expect(await Promise.race([done.then(() => 'done'), wait(15_000, 'waiting', { ref: false })])).toBe('done');
  expect(await now()).toMatchObject({ state: 'failed' });
  await link.close();
});

test('an image has its time from when the store has it, however long that took', async () => {
  const sent = upload();
  await db.insertInto('uploads').values(sent).execute();
  await standingFor('199 seconds');
  await markStored(db, sent.id);
  expect(await failOverdue(db, { seconds: 105, watchedFor: 1000 })).toEqual([]);
  await standingFor('105 seconds');
  expect(await failOverdue(db, { seconds: 105, watchedFor: 1000 })).toMatchObject([{ id: sent.id }]);
});
