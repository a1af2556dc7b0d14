import { randomUUID } from 'node:crypto';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createDatabase, migrate } from '@koinonia/kit/stores/database.ts';
import { newId } from '@koinonia/kit/ids.ts';
import { createTestDatabase } from '@koinonia/kit/testing/database.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrations } from '../database/migrations/migrations.ts';
import type { MediaTables } from '../database/schema.ts';
import { openFiles } from '../files.ts';
import { s3Environment } from '../testing/media.ts';
import { mediaConfig } from '../config.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { createMediaMetrics } from '../metrics.ts';
import { createReconciler } from './reconcile.ts';

const log = createLog('silent', 'tests');

test('an image whose time runs out while the queue or the file store is away is given up then, not later', async () => {
  const database = await createTestDatabase();
  const reached = { url: database.url, schema: 'media', log };
  await migrate({ ...reached, migrations });
  const db = createDatabase<MediaTables>(reached);
  const { files: place } = mediaConfig({ ...s3Environment(), DATABASE_URL: database.url, INTERNAL_SECRET: testSecret });
  const files = await openFiles(place);
  const upload = {
    id: newId(),
    kind: 'attachment' as const,
    owner_id: randomUUID(),
    chat_id: randomUUID(),
    file_name: 'harvest.jpg',
    content_type: 'image/jpeg',
    size: 1,
    animated: false,
    state: 'pending' as const,
    stored: true,
    created_at: new Date(Date.now() - 10_000),
  };
  await db.insertInto('uploads').values(upload).execute();
  const now = async () => db.selectFrom('uploads').selectAll().executeTakeFirstOrThrow();

  const metrics = createMediaMetrics(db);
  const reconcile = createReconciler({
    db,
    files,
    log,
    metrics,
    async again() {
      // As if this had lasted until its time was out.
      await sql`update uploads set created_at = now() - interval '105 seconds'`.execute(db);
      throw new Error('away');
    },
  });
  await expect(reconcile()).rejects.toThrow('away');
  expect(await now()).toMatchObject({ state: 'pending' });
  await reconcile();
  expect(await now()).toMatchObject({ state: 'failed' });
  expect((await metrics.imagesGivenUp.get()).values).toMatchObject([{ value: 1 }]);

  await db.destroy();
  await database.drop();
});
