import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createFolderStore } from '@koinonia/kit/files/folder-store.ts';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createTestDatabase, type TestDatabase } from '@koinonia/kit/testing/database.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parts } from './parts.ts';
import { restore } from './restore.ts';
import { backupOf, migrated, queried } from './testing/bases.ts';

let folder: string;
let files: FileStore;
let base: TestDatabase;
let database: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-strangers-'));
  files = await createFolderStore(folder);
  [base, database] = [await createTestDatabase(), await createTestDatabase()];
});
afterEach(async () => {
  await Promise.all([base.drop(), database.drop()]);
  await rm(folder, { recursive: true });
});

const restored = (backup: Buffer) => {
  const target = { databaseUrl: database.url, files, log: createLog('silent', 'tests') };
  return restore(Readable.from([backup]), target, undefined);
};

test('what somebody else has put beside our tables, and into them, is left out and named', async () => {
  await migrated(base, parts);
  await queried(base, `create table chat."Report" (id serial primary key, chat uuid references chat.chats, text text)`);
  await queried(base, 'alter table chat.chats add column "Colours" text[]');
  const chats = `insert into chat.chats (id, is_group, "Colours") values (gen_random_uuid(), true, '{red,"a, b"}')`;
  await queried(
    base,
    `with made as (${chats} returning id) insert into chat."Report" (chat, text) select id, '' from made`,
  );
  const columns = `select column_name from information_schema.columns where table_schema = 'chat' and table_name = 'chats'`;
  const backup = await backupOf(base, files);

  const { strangers, rows } = await restored(backup);
  expect(strangers).toEqual(['chat.Report', 'chat.chats.Colours']);
  expect(rows).toMatchObject({ 'chat.chats': 1 });
  expect(rows).not.toHaveProperty(['chat.Report']);
  expect(await queried(database, 'select is_group from chat.chats')).toEqual([{ is_group: true }]);
  expect(await queried(database, columns)).not.toContainEqual({ column_name: 'Colours' });
});

test('a schema of somebody else that has the name of one of ours is left alone', async () => {
  await queried(database, 'create schema media; create table media.films (name text); create schema chat');
  await migrated(base, parts);
  const backup = await backupOf(base, files);
  await expect(restored(backup)).rejects.toThrow("The database has a schema media that is not Koinonia's.");
  expect(await queried(database, 'select name from media.films')).toEqual([]);
  await queried(database, 'drop schema media cascade');
  expect(await restored(backup)).toMatchObject({ strangers: [] });
});
