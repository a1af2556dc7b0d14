import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@koinonia/kit/database.ts';
import { createLog } from '@koinonia/kit/log.ts';
import { createTestDatabase, type TestDatabase } from '@koinonia/kit/testing/database.ts';
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

async function backUpInto(file: string): Promise<number | null> {
  const environment = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') };
  const main = new URL('main.ts', import.meta.url).pathname;
  const program = spawn(process.execPath, [main, 'backup', file], { env: { ...surroundings(), ...environment } });
  await once(program, 'exit');
  return program.exitCode;
}

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
