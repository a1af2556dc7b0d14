import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DataDir, openDataDir } from './data-dir.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';

let folder: string;
let product: DataDir;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-embedded-'));
  await mkdir(join(folder, 'postgres'));
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '17\n');
  await writeFile(join(folder, 'postgres.password'), 'secret');
  product = await openDataDir(folder);
});
afterEach(async () => {
  product.release();
  await rm(folder, { recursive: true });
});

const share = () => openEmbeddedDatabase(folder, 'shared', createLog('silent', 'tests'));
/** Lines 1, 4 and 8 of PostgreSQL's pid file: the process, the port, and its state. */
const postgresSays = (pid: number, state: string) =>
  writeFile(join(folder, 'postgres', 'postmaster.pid'), `${pid}\n\n\n5555\n\n\n\n${state}\n`);
const notNow = { name: 'PlainError', message: expect.stringContaining('is starting or ending') };

test('a tool that comes while the product starts or ends is told to do so again', async () => {
  await expect(share(), 'before PostgreSQL').rejects.toMatchObject(notNow);
  await postgresSays(process.pid, 'starting');
  await expect(share()).rejects.toMatchObject(notNow);
  await postgresSays(process.pid, 'ready   ');
  expect((await share()).url).toBe('postgres://koinonia:secret@127.0.0.1:5555/koinonia?sslmode=disable');
});
