import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, migrate, type Migrations } from './database.ts';
import { createLog } from './log.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

const log = createLog('silent', 'tests');
const first: Migrations = {
  '2026-11-21-words': { up: (db) => sql`create table words (word text)`.execute(db).then(() => {}) },
};
const second: Migrations = {
  ...first,
  '2026-11-22-meanings': { up: (db) => sql`alter table words add column meaning text`.execute(db).then(() => {}) },
};

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const bring = (migrations: Migrations) => migrate({ url: database.url, schema: 'language', log, migrations });

async function columns(): Promise<string[]> {
  const db = createDatabase<{ words: object }>({ url: database.url, schema: 'language', log });
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'language' and table_name = 'words' order by ordinal_position`.execute(db);
  await db.destroy();
  return rows.map(({ name }) => name);
}

describe('while one version follows another', () => {
  test('nodes that start together bring the schema up to date once', async () => {
    await Promise.all([bring(second), bring(second), bring(second)]);
    expect(await columns()).toEqual(['word', 'meaning']);
  });

  test('a node of the older version starts on the newer schema and leaves it as it is', async () => {
    await bring(second);
    await bring(first);
    expect(await columns()).toEqual(['word', 'meaning']);
    await bring(second);
    expect(await columns()).toEqual(['word', 'meaning']);
  });
});
