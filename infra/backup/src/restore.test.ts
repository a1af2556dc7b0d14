import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Migrations } from '@koinonia/kit/stores/database.ts';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import { createFolderStore } from '@koinonia/kit/files/folder-store.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createTestDatabase, type TestDatabase } from '@koinonia/kit/testing/database.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readArchive, writeArchive } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { rowsPrefix } from './format.ts';
import { parts } from './parts.ts';
import { restore, type RestoreTarget } from './restore.ts';
import { backupOf, migrated, queried } from './testing/bases.ts';

const log = createLog('silent', 'tests');
const names = ['avatars/1/64.webp', 'avatars/2/64.webp', 'files/3'];
const size = 300_000;

let folder: string;
/** A base with one chat and three files. */
let whole: Buffer;
let database: TestDatabase;
let target: RestoreTarget;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-restore-'));
  const base = await createTestDatabase();
  await migrated(base, parts);
  await queried(base, 'insert into chat.chats (id, is_group) values (gen_random_uuid(), true)');
  const files = await createFolderStore(join(folder, 'base'));
  for (const name of names) {
    await files.put(name, Readable.from([randomBytes(size)]), { contentType: 'image/webp', size });
  }
  whole = await backupOf(base, files);
  await base.drop();
});
afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  database = await createTestDatabase();
  target = { databaseUrl: database.url, files: await createFolderStore(join(folder, 'target')), log };
});
afterEach(async () => {
  await database.drop();
  await rm(join(folder, 'target'), { recursive: true });
});

async function there(files: FileStore) {
  const found = [];
  for await (const name of files.list('')) found.push(name);
  return found.toSorted();
}
const restored = (bytes: Buffer) => restore(Readable.from([bytes]), target, undefined);

async function expectAllAtTheNextTry() {
  expect(await restored(whole)).toMatchObject({ files: 3 });
  expect(await there(target.files)).toEqual(names);
  expect(await queried(database, 'select is_group from chat.chats')).toEqual([{ is_group: true }]);
}

test.each([
  ['among the files', () => 2.5 * size],
  ['among the rows', () => whole.length - 2000],
  ['at its end', () => whole.length - 1],
])('a backup that was cut short %s leaves an empty place, into which a whole one is restored', async (_, length) => {
  await expect(restored(whole.subarray(0, length()))).rejects.toThrow(/^This backup is incomplete: it is damaged/);
  expect(await there(target.files)).toEqual([]);
  await expectAllAtTheNextTry();
});

test('a database that is in use is left alone, but for a connection that is just ending', async () => {
  const user = new pg.Client({ connectionString: database.url, application_name: 'koinonia restore' });
  await user.connect();
  await expect(restored(whole)).rejects.toThrow('The database is in use (koinonia restore).');
  expect(await there(target.files)).toEqual([]);
  const again = restored(whole);
  const asking = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and query like '%as name from pg_stat_activity%'`;
  await expect.poll(() => queried(database, asking), { interval: 5 }).not.toEqual([]);
  await user.end();
  expect(await again).toMatchObject({ files: 3 });
});

test('what is restored is another database, which owns no store yet, and not that of the one in the backup', async () => {
  const base = await createTestDatabase();
  await migrated(base, parts);
  const files = await createFolderStore(join(folder, 'marked'));
  const idOf = async (one: TestDatabase) => (await queried(one, 'select id from media.file_store'))[0].id as string;
  const before = await idOf(base);
  await files.put('database', Readable.from([before]), { contentType: 'text/plain', size: before.length });
  expect(await restored(await backupOf(base, files))).toMatchObject({ files: 1 });
  await base.drop();
  expect(await idOf(database)).not.toBe(before);
  expect(await target.files.get('database')).toBeNull();
});

test('a changed byte is found by the checksum, though it follows the last entry', async () => {
  // Zeros are allowed at the end of a tar. With them the checksum is always read later than the last entry.
  const changed = gzipSync(Buffer.concat([gunzipSync(whole), Buffer.alloc(100_000)]), { level: 0 });
  changed[size / 2]! ^= 1;
  await expect(restored(changed)).rejects.toThrow('damaged');
  expect(await there(target.files)).toEqual([]);
  await expectAllAtTheNextTry();
});

test('a store that refuses a file is left empty, too', async () => {
  const inTheWay = join(folder, 'target', 'avatars', '2', '64.webp~');
  await mkdir(inTheWay, { recursive: true });
  await expect(restored(whole)).rejects.toThrow('EISDIR');
  expect(await there(target.files)).toEqual([]);
  await rm(inTheWay, { recursive: true });
  await expectAllAtTheNextTry();
});

test('a database that ends while files are restored fails the restore and leaves an empty place', async () => {
  const input = new PassThrough();
  const failing = restore(input, target, undefined).catch((error: Error) => error.message);
  input.write(whole.subarray(0, 1.5 * size));
  await expect.poll(() => there(target.files)).toHaveLength(1);
  await queried(
    database,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'koinonia restore' and datname = current_database()`,
  );
  input.end(whole.subarray(1.5 * size));
  expect(await failing).toMatch(/^The database ended the connection: terminating connection/);
  expect(await there(target.files)).toEqual([]);
  await expectAllAtTheNextTry();
});

test('files that cannot be deleted after a failure are named, with the remedy', async () => {
  const input = new PassThrough();
  const failing = restore(input, target, undefined).catch((error: Error) => error.message);
  input.write(whole.subarray(0, 2.5 * size));
  await expect.poll(async () => (await there(target.files)).length).toBe(2);
  const [stuck] = await there(target.files);
  await rm(join(folder, 'target', `${stuck}~`));
  await mkdir(join(folder, 'target', `${stuck}~`, 'below'), { recursive: true });
  input.end();
  const said = await failing;
  expect(said).toContain('This backup is incomplete: it is damaged or was cut short.');
  expect(said).toContain(`The files that were already restored are still there (${stuck}`);
  expect(said).toContain('Delete all files before the next try');
});

test('many files are deleted several at a time, and what to do if that is cut short is said before', async () => {
  const base = await createTestDatabase();
  await migrated(base, parts);
  const files = await createFolderStore(join(folder, 'many'));
  for (let number = 0; number < 40; number += 1)
    await files.put(`files/${number}`, Readable.from(['a']), { contentType: 'image/webp', size: 1 });
  const short = await rewritten(await backupOf(base, files), (name, content) =>
    name === 'end.json' ? otherEnd(content, { files: 41 }) : content,
  );
  await base.drop();

  const said: string[] = [];
  const saidBefore: number[] = [];
  let [busy, busiest] = [0, 0];
  const watched: FileStore = {
    ...target.files,
    async delete(name) {
      saidBefore.push(said.length);
      busiest = Math.max(busiest, (busy += 1));
      await target.files.delete(name);
      busy -= 1;
    },
  };
  const failing = restore(
    Readable.from([short]),
    { ...target, files: watched, say: (text) => said.push(text) },
    undefined,
  );
  await expect(failing).rejects.toThrow('This backup is incomplete');
  expect(await there(target.files)).toEqual([]);
  expect(busiest).toBe(16);
  expect(saidBefore).toEqual(Array(40).fill(1));
  expect(said).toEqual([expect.stringMatching(/^Deleting the 40 file\(s\) .* Delete all files before the next try/)]);
});

test('files without people are refused, with the remedy if a killed restore left them', async () => {
  await target.files.put('avatars/9/64.webp', Readable.from(['a']), { contentType: 'image/webp', size: 1 });
  const said = await restored(whole).catch((error: Error) => error.message);
  expect(said).toContain('The files are not empty (avatars/9/64.webp is there).');
  expect(said).toContain('If a restore into this place was killed, it left them. Delete all files');
  expect(await there(target.files)).toEqual(['avatars/9/64.webp']);
});

/** A backup with other contents for some of its entries. */
async function rewritten(backup: Buffer, change: (name: string, content: Buffer) => Buffer): Promise<Buffer> {
  const output = new PassThrough();
  const bytes = buffer(output);
  const archive = writeArchive(output, undefined);
  for await (const { name, pax, content } of readArchive(Readable.from([backup]), undefined)) {
    const changed = change(name, await buffer(content));
    await archive.addStream(name, Readable.from([changed]), { size: changed.length, pax });
  }
  await archive.end();
  return bytes;
}
/** The end of a backup, with other values in it. */
const otherEnd = (content: Buffer, other: object) =>
  Buffer.from(JSON.stringify({ ...JSON.parse(content.toString()), ...other }));

test('a backup of an older version is restored where a newer one has been started, and is brought up to date by it', async () => {
  const firstOf = (migrations: Migrations) => Object.fromEntries(Object.entries(migrations).slice(0, 1));
  const older = Object.fromEntries(Object.entries(parts).map(([schema, migrations]) => [schema, firstOf(migrations)]));
  const base = await createTestDatabase();
  await migrated(base, older);
  await queried(base, 'insert into chat.chats (id, is_group) values (gen_random_uuid(), true)');
  const backup = await backupOf(base, await createFolderStore(join(folder, 'older')));
  await base.drop();

  await migrated(database, parts);
  await restored(backup);
  const seen = 'select name from chat.kysely_migration order by name';
  expect(await queried(database, seen)).toEqual(Object.keys(older['chat'] ?? {}).map((name) => ({ name })));
  await migrated(database, parts);
  expect(await queried(database, seen)).toHaveLength(Object.keys(parts['chat'] ?? {}).length);
  expect(await queried(database, 'select is_group from chat.chats')).toEqual([{ is_group: true }]);
});

test('a backup of before missing files were listed, when rows could be counted too low, is restored', async () => {
  const older = await rewritten(whole, (name, content) =>
    name === 'end.json' ? otherEnd(content, { missing: undefined, rows: { 'chat.chats': 0 } }) : content,
  );
  expect(await restored(older)).toMatchObject({ files: 3, missing: [] });
  expect(await there(target.files)).toEqual(names);
});

test('a file that broke off when the backup was made is missing after the restore, and is named', async () => {
  const missing = [{ name: names[1], reason: 'EIO: i/o error, read' }];
  const damaged = await rewritten(whole, (name, content) => {
    if (name === `files/${names[1]}`) return content.fill(0, 9);
    return name === 'end.json' ? otherEnd(content, { files: 2, missing }) : content;
  });
  expect(await restored(damaged)).toMatchObject({ files: 2, missing });
  expect(await there(target.files)).toEqual([names[0], names[2]]);
});

test('a backup that lacks a file without saying so is refused', async () => {
  const short = await rewritten(whole, (name, content) =>
    name === 'end.json' ? otherEnd(content, { files: 4 }) : content,
  );
  await expect(restored(short)).rejects.toThrow('This backup is incomplete: some of the files are missing.');
  await expectAllAtTheNextTry();
});

test('a row that the database refuses while more are on their way fails the restore, which leaves an empty place', async () => {
  const base = await createTestDatabase();
  await migrated(base, parts);
  const many = 'select gen_random_uuid(), true from generate_series(1, 100000)';
  await queried(base, `insert into chat.chats (id, is_group) ${many}`);
  const large = await backupOf(base, await createFolderStore(join(folder, 'base')));
  await base.drop();
  const refused = await rewritten(large, (name, content) => {
    if (name.startsWith(`${rowsPrefix}chat.chats/`)) content.write('?', content.lastIndexOf('\n', -1_000_000) + 1);
    return content;
  });

  const told = 'The database refuses a row of chat.chats: invalid input syntax for type uuid.';
  // Without a cause, too: it would say what is in the row.
  await expect(restored(refused)).rejects.toStrictEqual(new BackupError(told));
  expect(await there(target.files)).toEqual([]);
  await expectAllAtTheNextTry();
});

/** The disk seems full at the very end of any transaction that adds chats: a constraint is checked at the commit. */
const fullAtTheCommit = `
  create function refuse() returns trigger language plpgsql as $$
    begin raise 'no room' using errcode = 'disk_full'; end $$;
  create function add_refusal() returns event_trigger language plpgsql as $$
    begin
      if to_regclass('chat.chats') is null or exists (select from pg_trigger where tgname = 'refusal') then return; end if;
      create constraint trigger refusal after insert on chat.chats deferrable initially deferred
        for each row execute function public.refuse();
    end $$;
  create event trigger add_refusal on ddl_command_end when tag in ('CREATE TABLE') execute function add_refusal()`;

test('a commit that fails is told with what it may have done, and its files stay', async () => {
  await queried(database, fullAtTheCommit);
  await expect(restored(whole)).rejects.toMatchObject({
    name: 'BackupError',
    message:
      'The database failed at the last step (no room), which may have been done all the same. ' +
      'Free some space and run the same command again: if the database is not empty then, all of it was restored.',
  });
  expect(await there(target.files)).toEqual(names);
});
