import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { migrate } from '@koinonia/kit/database.ts';
import { createFolderStore } from '@koinonia/kit/files/folder-store.ts';
import { createLog } from '@koinonia/kit/log.ts';
import { createTestDatabase, type TestDatabase } from '@koinonia/kit/testing/database.ts';
import { startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { surroundings } from '@koinonia/kit/testing/surroundings.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readArchive } from './archive.ts';
import { parts } from './parts.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-backup-'));
  database = await createTestDatabase();
  const log = createLog('silent', 'tests');
  for (const [schema, migrations] of Object.entries(parts))
    await migrate({ url: database.url, schema, migrations, log });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** The command, its exit code, and its messages. */
async function run(command: 'backup' | 'restore', file: string, environment: Record<string, string> = {}) {
  const stores = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), ...environment };
  const main = new URL('main.ts', import.meta.url).pathname;
  const program = spawn(process.execPath, [main, command, file], { env: { ...surroundings(), ...stores } });
  const [said] = await Promise.all([text(program.stderr), once(program, 'exit')]);
  return { code: program.exitCode, said };
}
const backUpInto = async (file: string) => (await run('backup', file)).code;

test('two backups into one file at once leave a whole one', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin; lock table chat.chats');
  const file = join(folder, 'base.tar.gz');
  const made = Promise.all([backUpInto(file), backUpInto(file)]);
  const waiting = "select from pg_locks where relation = 'chat.chats'::regclass and not granted";
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(2);
  await client.query('commit');
  await client.end();

  expect(await made).toContain(0);
  const names = [];
  for await (const { name, content } of readArchive(createReadStream(file), undefined)) {
    names.push(name);
    content.resume();
  }
  expect(names.at(-1)).toBe('end.json');
  expect(await readdir(folder)).toEqual(expect.not.arrayContaining([expect.stringContaining('unfinished')]));
});

test('a file that cannot be read fails the command, which has written everything else', async () => {
  const files = await createFolderStore(join(folder, 'data', 'files'));
  const names = [1, 2, 3, 4, 5, 6, 7].map((number) => `avatars/${number}/64.webp`);
  for (const name of names) await files.put(name, Readable.from(['a']), { contentType: 'image/webp', size: 1 });
  const damaged = names.slice(1);
  for (const name of damaged) await truncate(join(folder, 'data', 'files', `${name}~`), 0);
  const file = join(folder, 'damaged.tar.gz');

  const made = await run('backup', file);
  expect(made.code).toBe(1);
  expect(made.said).toMatch(/Backed up \d+ rows and 1 files .* into .*damaged\.tar\.gz\./);
  expect(made.said).toContain('The backup was written, but without 6 file(s) that cannot be read:\n  avatars/');
  expect(made.said).toContain('.webp: it ends after 0 bytes, within its head\n');
  expect(damaged.filter((name) => made.said.includes(name))).toHaveLength(5);
  expect(made.said).toContain('  and 1 more: `end.json` in the backup lists all\n');

  const empty = await createTestDatabase();
  const restored = await run('restore', file, { DATABASE_URL: empty.url, DATA_DIR: join(folder, 'restored') });
  await empty.drop();
  expect(restored.code).toBe(0);
  expect(restored.said).toContain('The backup was made without 6 file(s) that could not be read:\n  avatars/');
  expect(restored.said).toMatch(/Restored \d+ rows and 1 files /);
});

test('a file store that goes away fails the command, which leaves nothing behind', async () => {
  const { endpoint, region, accessKey, secretKey } = testStores().s3[0]!;
  const link = await startFaultyLink(endpoint);
  const [S3_ENDPOINT, S3_BUCKET] = [new URL(link.through(endpoint)).origin, `backup-${randomUUID()}`];
  const s3 = { S3_ENDPOINT, S3_BUCKET, S3_REGION: region, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin; lock table chat.chats');
  const before = await readdir(folder);
  const made = run('backup', join(folder, 'away.tar.gz'), s3);
  const waiting = "select from pg_locks where relation = 'chat.chats'::regclass and not granted";
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
  await link.close();
  await client.query('commit');
  await client.end();

  expect(await made).toMatchObject({ code: 1, said: expect.stringContaining('ECONNREFUSED') });
  expect(await readdir(folder)).toEqual(before);
});

test('a restore tells of when the backup is, and that it gives back what access was taken since', async () => {
  const [file, began] = [join(folder, 'of-yesterday.tar.gz'), Date.now()];
  await backUpInto(file);
  const empty = await createTestDatabase();
  const { code, said } = await run('restore', file, {
    DATABASE_URL: empty.url,
    DATA_DIR: join(folder, 'of-yesterday'),
  });
  await empty.drop();
  expect(code).toBe(0);
  const [, day, time] = /The backup was made at (\S+) (\S+) UTC\./.exec(said) ?? [];
  expect(Date.parse(`${day}T${time}Z`)).toBeGreaterThan(began - 1000);
  expect(Date.parse(`${day}T${time}Z`)).toBeLessThanOrEqual(Date.now());
  expect(said).toContain('Check who was deactivated, demoted or deleted since then: they have their access again');
});
