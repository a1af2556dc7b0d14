import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

test('each test file has an empty database of its own', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(`select count(*)::int as tables from pg_tables where schemaname = 'public'`);
  await client.end();
  await database.drop();
  expect(rows).toEqual([{ tables: 0 }]);
});
