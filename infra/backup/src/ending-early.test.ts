import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openEmbeddedDatabase } from '@koinonia/infra/solo/embedded-database.ts';
import { asked, endAll, expectToEndEarly, launch, type Run } from '@koinonia/infra/solo/testing/ended-early.ts';
import { layOutPostgres } from '@koinonia/infra/solo/testing/prepared-postgres.ts';
import { migrate } from '@koinonia/kit/stores/database.ts';
import { createFolderStore } from '@koinonia/kit/files/folder-store.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUp } from './back-up.ts';
import { parts } from './parts.ts';

const log = createLog('silent', 'tests');
const size = 300_000;

let folder: string;
/** Of a product that is stopped. */
let dataDir: string;
let runs: Run[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-backup-ending-'));
  dataDir = join(folder, 'data');
  await mkdir(dataDir);
  await layOutPostgres(dataDir);
  runs = [];
});
afterEach(async () => {
  await endAll(runs, dataDir);
  await rm(folder, { recursive: true });
});

function begin(args: readonly string[], options = {}): Run {
  const run = launch(['infra/backup/src/main.ts', ...args], { DATA_DIR: dataDir }, options);
  runs.push(run);
  return run;
}
const filesOf = (dataDir: string) => createFolderStore(join(dataDir, 'files'));

/** A base with three files. */
async function fill(statement: string): Promise<void> {
  const files = await filesOf(dataDir);
  for (const number of [1, 2, 3]) {
    const content = Readable.from([randomBytes(size)]);
    await files.put(`avatars/${number}/64.webp`, content, { contentType: 'image/webp', size });
  }
  const database = await openEmbeddedDatabase(dataDir, 'alone', log);
  for (const [schema, migrations] of Object.entries(parts))
    await migrate({ url: database.url, schema, migrations, log });
  await asked(dataDir, statement);
  await database.close();
}

const imageThatIsWorkedOn = `insert into media.uploads
  (id, kind, owner_id, file_name, content_type, size, animated, state, stored)
  values (gen_random_uuid(), 'avatar', gen_random_uuid(), '', 'image/png', 1, false, 'pending', true)`;

test('a backup that is ended leaves no PostgreSQL and no file, and the next one has its name', async () => {
  await fill(imageThatIsWorkedOn);
  const file = join(folder, 'base.tar.gz');
  const first = begin(['backup', file]);
  // It waits for the image.
  const waiting = "select from pg_stat_activity where application_name = 'koinonia backup'";
  await eventually(async () => expect((await asked(dataDir, waiting)).rowCount).toBe(1));
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^base\.tar\.gz\..*\.unfinished$/), 'data']);
  await expectToEndEarly(first, 'SIGINT', dataDir);
  expect(await readdir(folder)).toEqual(['data']);

  const again = begin(['backup', file]);
  await eventually(async () => expect((await asked(dataDir, waiting)).rowCount).toBe(1));
  await asked(dataDir, "update media.uploads set state = 'ready'");
  expect(await again.exited).toEqual([0, null]);
  expect(await readdir(folder)).toEqual(['base.tar.gz', 'data']);
});

test('a backup to an output that nobody reads is ended, too, and says that what it has is no backup', async () => {
  await fill('select');
  const run = begin(['backup', '-'], { readsOutput: false });
  await standsStill(run);
  await expectToEndEarly(run, 'SIGTERM', dataDir);
  expect(run.said()).toContain('What was written to standard output is not a complete backup. Delete it.');
});

test('a restore that is ended leaves no PostgreSQL and an empty place, into which a whole one is restored', async () => {
  await fill('insert into chat.chats (id, is_group) values (gen_random_uuid(), true)');
  const whole = await backupOf(dataDir);
  await rm(dataDir, { recursive: true });
  await mkdir(dataDir);
  await layOutPostgres(dataDir);

  const first = begin(['restore', '-']);
  first.child.stdin?.write(whole.subarray(0, 2.5 * size));
  await eventually(async () => expect(await namesIn(dataDir)).toHaveLength(2));
  await expectToEndEarly(first, 'SIGTERM', dataDir);
  expect(first.said()).toMatch(/Deleting the \d file.* If nothing more is said, some are left\. Delete all files/);
  expect(await namesIn(dataDir)).toEqual([]);

  const again = begin(['restore', '-']);
  again.child.stdin?.end(whole);
  expect(await again.exited).toEqual([0, null]);
  expect(await namesIn(dataDir)).toHaveLength(3);
});

/** Its output is full: three files are more than a pipe holds, so no more comes. */
async function standsStill({ child: { stdout } }: Run): Promise<void> {
  let before = -1;
  await eventually(() => {
    // Looks at what is there without taking it.
    stdout?.read(0);
    const now = stdout?.readableLength ?? 0;
    const isSame = now === before;
    before = now;
    expect([now > 0, isSame]).toEqual([true, true]);
  });
}

async function backupOf(dataDir: string): Promise<Buffer> {
  const database = await openEmbeddedDatabase(dataDir, 'alone', log);
  const output = new PassThrough();
  const bytes = buffer(output);
  await backUp({ databaseUrl: database.url, files: await filesOf(dataDir) }, output, undefined);
  await database.close();
  return bytes;
}

async function namesIn(dataDir: string) {
  const found = [];
  for await (const name of (await filesOf(dataDir)).list('')) found.push(name);
  return found;
}
