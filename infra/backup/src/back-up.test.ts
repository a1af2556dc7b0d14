import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { migrate } from '@koinonia/kit/stores/database.ts';
import { createFolderStore } from '@koinonia/kit/files/folder-store.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createTestDatabase, type TestDatabase } from '@koinonia/kit/testing/database.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUp } from './back-up.ts';
import { parts } from './parts.ts';

let database: TestDatabase;
let folder: string;
let client: pg.Client;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-backup-'));
  database = await createTestDatabase();
  const log = createLog('silent', 'tests');
  for (const [schema, migrations] of Object.entries(parts))
    await migrate({ url: database.url, schema, migrations, log });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function say(chatId: string, seq: number) {
  await client.query('update chat.chats set last_seq = $2 where id = $1', [chatId, seq]);
  await client.query(
    `insert into chat.messages (id, chat_id, seq, sender_id, text, created_at)
     values (gen_random_uuid(), $1, $2, gen_random_uuid(), 'Hello', now())`,
    [chatId, seq],
  );
}

const waiting = async () =>
  (await client.query("select mode from pg_locks where relation = 'chat.chats'::regclass and not granted")).rows;

const ofBackup = "application_name = 'koinonia backup' and datname = current_database()";
const connections = async () =>
  (await client.query<{ state: string }>(`select state from pg_stat_activity where ${ofBackup}`)).rows;
const isIdle = ({ state }: { state: string }) => state === 'idle';

async function beginImage(id: string) {
  await client.query(
    `insert into media.uploads (id, kind, owner_id, file_name, content_type, size, animated, state, stored)
     values ($1, 'avatar', gen_random_uuid(), '', 'image/png', 1, false, 'pending', true)`,
    [id],
  );
}

test('what is said while a backup is made is in all of it or in none', async () => {
  const chatId = randomUUID();
  await client.query('insert into chat.chats (id, is_group) values ($1, true)', [chatId]);
  await say(chatId, 1);

  await client.query('begin');
  await client.query('lock table chat.chats');
  const output = new PassThrough().resume();
  const files = await createFolderStore(folder);
  const made = backUp({ databaseUrl: database.url, files }, output, undefined);
  // The backup has begun, and cannot read the chats until the following message is committed.
  await expect.poll(waiting).toEqual([{ mode: 'AccessShareLock' }]);
  await say(chatId, 2);
  await client.query('commit');

  const { rows } = await made;
  expect([rows['chat.chats'], rows['chat.messages']]).toEqual([1, 1]);
});

/** The address of a PostgreSQL from which the end of each COPY arrives in two parts, the count of its rows in the second. */
async function withLateCounts(url: string) {
  const between = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => near.destroy());
    far.on('close', () => near.destroy());
    near.on('error', () => far.destroy()).pipe(far);
    far.on('data', async (chunk: Buffer) => {
      const ended = chunk.indexOf(copyDone);
      if (ended < 0) return near.write(chunk);
      far.pause();
      near.write(chunk.subarray(0, ended + copyDone.length));
      await wait(20);
      near.write(chunk.subarray(ended + copyDone.length));
      far.resume();
    });
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const late = new URL(url);
  late.port = String((between.address() as AddressInfo).port);
  return { url: late.href, close: () => between.close() };
}
const copyDone = Buffer.from('c\0\0\0\x04');

test('rows are counted though their number arrives after them', async () => {
  const chatId = randomUUID();
  await client.query('insert into chat.chats (id, is_group) values ($1, true)', [chatId]);
  for (const seq of [1, 2, 3]) await say(chatId, seq);
  const late = await withLateCounts(database.url);
  const { rows } = await backUp(
    { databaseUrl: late.url, files: await createFolderStore(folder) },
    new PassThrough().resume(),
    undefined,
  );
  expect([rows['chat.chats'], rows['chat.messages']]).toEqual([1, 3]);
  late.close();
});

test('a file that comes while the rows are read is in the backup, for one of them may name it', async () => {
  await client.query('begin');
  await client.query('lock table chat.chats');
  const files = await createFolderStore(folder);
  const made = backUp({ databaseUrl: database.url, files }, new PassThrough().resume(), undefined);
  await expect.poll(waiting).toHaveLength(1);
  await files.put('avatars/1/64.webp', Readable.from(['a']), { contentType: 'image/webp', size: 1 });
  await client.query('commit');
  expect(await made).toMatchObject({ files: 1, missing: [] });
});

test('a file that cannot be read is missing in the backup, which has everything else', async () => {
  await client.query('insert into chat.chats (id, is_group) values (gen_random_uuid(), true)');
  const files = await createFolderStore(folder);
  for (const name of ['avatars/1/64.webp', 'avatars/2/64.webp'])
    await files.put(name, Readable.from(['a']), { contentType: 'image/webp', size: 1 });
  // As a disk fault or a power cut may leave it.
  for (const left of [100, 0]) {
    await truncate(join(folder, 'avatars', '1', '64.webp~'), left);
    const made = await backUp({ databaseUrl: database.url, files }, new PassThrough().resume(), undefined);
    const missing = [{ name: 'avatars/1/64.webp', reason: `it ends after ${left} bytes, within its head` }];
    expect(made).toMatchObject({ rows: { 'chat.chats': 1 }, files: 1, bytes: 1, missing });
  }
});

test.each([
  ['is read', () => client.query('begin; lock table chat.chats'), waiting],
  ['is waited for', () => beginImage(randomUUID()), async () => (await connections()).filter(isIdle)],
])('a database that ends while it %s fails the backup, which says so', async (_, hold, reached) => {
  await hold();
  const files = await createFolderStore(folder);
  const made = backUp({ databaseUrl: database.url, files }, new PassThrough().resume(), undefined);
  const failure = made.catch((error: Error) => error.message);
  await expect.poll(reached, { interval: 10 }).toHaveLength(1);
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ofBackup}`);
  expect(await failure).toMatch(/^The database ended the connection: terminating connection/);
});

test.each([
  ['statement_timeout', () => client.query('begin; lock table chat.chats'), waiting],
  ['idle_session_timeout', () => beginImage(randomUUID()), async () => (await connections()).filter(isIdle)],
])('a limit that a hoster has set for the role does not end it: %s', async (limit, hold, reached) => {
  const name = pg.escapeIdentifier(new URL(database.url).pathname.slice(1));
  await client.query(`alter role current_user in database ${name} set ${limit} = '300ms'`);
  await hold();
  const files = await createFolderStore(folder);
  const made = backUp({ databaseUrl: database.url, files }, new PassThrough().resume(), undefined);
  const result = made.then(
    () => 'made',
    (error: Error) => error.message,
  );
  await expect.poll(reached, { interval: 10 }).toHaveLength(1);
  expect(await Promise.race([wait(1000, 'goes on'), result])).toBe('goes on');
  await client.query("update media.uploads set state = 'ready'; commit");
  expect(await result).toBe('made');
});

test('it waits for images that are being worked on, whose files change before it has read them', async () => {
  const id = randomUUID();
  await beginImage(id);
  const files = await createFolderStore(folder);
  const made = backUp({ databaseUrl: database.url, files }, new PassThrough().resume(), undefined);
  await expect.poll(connections).toHaveLength(1);
  await client.query('begin');
  await client.query("insert into media.variants values ($1, 64, 'webp', 64, 64, 1)", [id]);
  await client.query("update media.uploads set state = 'ready' where id = $1", [id]);
  await client.query('commit');
  expect((await made).rows).toMatchObject({ 'media.uploads': 1, 'media.variants': 1 });
});
