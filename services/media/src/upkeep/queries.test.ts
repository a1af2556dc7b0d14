import { createDatabase, migrate } from '@koinonia/kit/stores/database.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createTestDatabase } from '@koinonia/kit/testing/database.ts';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../database/migrations/migrations.ts';
import type { MediaDatabase, MediaTables } from '../database/schema.ts';
import { selectNotStored, withdrawUnused } from './queries.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: MediaDatabase;

/** Files that were sent long ago, nearly all that there is after some years. */
beforeAll(async () => {
  database = await createTestDatabase();
  const options = { url: database.url, schema: 'media', log: createLog('silent', 'media') };
  await migrate({ ...options, migrations });
  db = createDatabase<MediaTables>(options);
  await sql`
    insert into uploads (id, kind, owner_id, chat_id, file_name, content_type, size, animated, state, stored,
      used_at, named_at, created_at)
    select gen_random_uuid(), 'attachment', gen_random_uuid(), gen_random_uuid(), '', '', 1, false, 'ready', true,
      now() - interval '1 year', now() - interval '1 year', now() - interval '1 year' from generate_series(1, 5000)`.execute(
    db,
  );
  await sql`analyze uploads`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test.each([
  ['withdrawn because they were not sent', () => withdrawUnused(db), ['uploads_unsure']],
  ['deleted because they were never stored', () => selectNotStored(db), ['uploads_not_stored']],
])('when uploads are %s, those that were sent are not even looked at', async (_, query, indexes) => {
  const { sql: statement, parameters } = query().compile();
  const explained = CompiledQuery.raw(`explain ${statement}`, [...parameters]);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explained);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  for (const index of indexes) expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan');
});
