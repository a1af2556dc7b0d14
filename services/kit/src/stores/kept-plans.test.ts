import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase } from './database.ts';
import { keepsPlan } from './kept-plans.ts';
import { createLog } from '../observing/log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
let db: Kysely<unknown>;
beforeEach(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, schema: 'public', log: createLog('silent', 'test'), connections: 1 });
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

const kept = async () =>
  (
    await sql<{ statement: string; generic_plans: number }>`
      select statement, generic_plans from pg_prepared_statements`.execute(db)
  ).rows;

test('the plan of a statement that is marked is made a few times and then kept', async () => {
  for (let count = 1; count <= 8; count += 1) {
    const { rows } = await sql<{ twice: number }>`select ${keepsPlan} ${count}::int * 2 as twice`.execute(db);
    expect(rows).toEqual([{ twice: count * 2 }]);
  }
  const [statement, ...others] = await kept();
  expect(others).toEqual([]);
  expect(statement?.generic_plans).toBeGreaterThan(0);
});

test('other statements are kept nowhere', async () => {
  for (let count = 1; count <= 8; count += 1) await sql`select ${count}::int`.execute(db);
  expect(await kept()).toEqual([]);
});

test('a kept plan is made anew when a migration has added a column or an index', async () => {
  await sql`create table words (word text)`.execute(db);
  await sql`insert into words values ('Amen')`.execute(db);
  const ask = async () => (await sql`select ${keepsPlan} word from words where word = ${'Amen'}`.execute(db)).rows;
  for (let count = 0; count < 8; count += 1) await ask();
  await sql`alter table words add column meaning text`.execute(db);
  await sql`create index words_word on words (word)`.execute(db);
  expect(await ask()).toEqual([{ word: 'Amen' }]);
});
