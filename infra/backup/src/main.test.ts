import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openEmbeddedDatabase } from '@koinonia/infra/solo/embedded-database.ts';
import { layOutPostgres } from '@koinonia/infra/solo/testing/prepared-postgres.ts';
import { migrate } from '@koinonia/kit/stores/database.ts';
import { createFolderStore } from '@koinonia/kit/files/folder-store.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
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
  const main = join(import.meta.dirname, 'main.ts');
  const program = spawn(process.execPath, [main, command, file], { env: { ...surroundings(), ...stores } });
  const [said] = await Promise.all([text(program.stderr), once(program, 'exit')]);
  return { code: program.exitCode, said };
}
const backUpInto = async (file: string) => (await run('backup', file)).code;

test('a backup takes the place of no file that is there', async () => {
  const file = join(folder, 'last-week.tar.gz');
  await writeFile(file, 'all that was here last week');
  expect(await run('backup', file)).toMatchObject({ code: 1, said: expect.stringContaining('already exists') });
  expect(await readFile(file, 'utf8')).toBe('all that was here last week');
});

test.each(['backup', 'restore'] as const)('who asks %s for help gets it, and no file of that name', async (command) => {
  for (const option of ['--help', '-h', '--encrypt']) {
    expect(await run(command, option)).toMatchObject({ code: 1, said: expect.stringContaining('Usage:') });
    expect(existsSync(option)).toBe(false);
  }
});

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
  // Other users of the machine may not read it.
  expect((await stat(file)).mode & 0o777).toBe(0o600);
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

/** The command in a shell that first sets a limit, or redirects its output. */
async function runIn(script: string, file: string, environment: Record<string, string>) {
  const main = join(import.meta.dirname, 'main.ts');
  const env = { ...surroundings(), ...environment };
  const program = spawn('sh', ['-c', script, process.execPath, main, file], { env });
  const [said] = await Promise.all([text(program.stderr), once(program, 'exit')]);
  // Without the notice that it is not encrypted.
  return { code: program.exitCode, lines: said.split('\n').slice(1).filter(Boolean) };
}

test('a backup that found no room is taken away, and the next one has its name', async () => {
  const place = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'large') };
  const files = await createFolderStore(join(place.DATA_DIR, 'files'));
  const photo = randomBytes(200_000);
  await files.put('avatars/1/64.webp', Readable.from([photo]), { contentType: 'image/webp', size: photo.length });
  const before = await readdir(folder);
  const file = join(folder, 'no-room.tar.gz');

  const made = await runIn('ulimit -f 100; exec "$0" "$1" backup "$2"', file, place);
  expect(made.lines).toEqual([
    `There is no room for the backup in ${folder} (EFBIG: file too large, write). Nothing of it was kept.`,
  ]);
  expect(made.code).toBe(1);
  expect(await readdir(folder)).toEqual(before);
  expect(await run('backup', file, place)).toMatchObject({ code: 0 });
});

test('an output without room says that what it has is no backup, and gives the data free again', async () => {
  const dataDir = join(folder, 'stopped');
  await mkdir(dataDir);
  await layOutPostgres(dataDir);
  const log = createLog('silent', 'tests');
  const embedded = await openEmbeddedDatabase(dataDir, 'alone', log);
  for (const [schema, migrations] of Object.entries(parts))
    await migrate({ url: embedded.url, schema, migrations, log });
  await embedded.close();

  const made = await runIn('exec "$0" "$1" backup "$2" > /dev/full', '-', { DATA_DIR: dataDir });
  expect(made.lines).toEqual([
    'What was written to standard output is not a complete backup. Delete it.',
    'There is no room for the backup (ENOSPC: no space left on device, write).',
  ]);
  expect(made.code).toBe(1);
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  const again = await runIn('exec "$0" "$1" backup "$2"', join(folder, 'again.tar.gz'), { DATA_DIR: dataDir });
  expect(again).toMatchObject({ code: 0, lines: [expect.stringContaining('Backed up ')] });
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
  expect(said).toContain(
    'Check who was deactivated, demoted or deleted since then: their access is back until you revoke it again',
  );
});
