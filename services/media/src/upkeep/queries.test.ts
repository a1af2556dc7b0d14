import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MediaDatabase } from '../database/schema.ts';
import { createMediaDatabase } from '../testing/database.ts';
import { selectNotStored, withdrawUnused } from './queries.ts';

let database: Awaited<ReturnType<typeof createMediaDatabase>>;
let db: MediaDatabase;

/** Files that were sent long ago, nearly all that there is after some years. */
beforeAll(async () => {
  database = await createMediaDatabase();
  ({ db } = database);
  await sql`
    insert into uploads (id, kind, owner_id, chat_id, file_name, content_type, size, animated, state, stored,
      used_at, named_at, created_at)
    select gen_random_uuid(), 'attachment', gen_random_uuid(), gen_random_uuid(), '', '', 1, false, 'ready', true,
      now() - interval '1 year', now() - interval '1 year', now() - interval '1 year' from generate_series(1, 5000)`.execute(
    db,
  );
  await sql`analyze uploads`.execute(db);
});
afterAll(() => database.close());

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
