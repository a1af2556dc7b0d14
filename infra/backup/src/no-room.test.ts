import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { endAll, launch, type Run } from '@koinonia/infra/solo/testing/ended-early.ts';
import { layOutPostgres } from '@koinonia/infra/solo/testing/prepared-postgres.ts';
import { migrate } from '@koinonia/kit/stores/database.ts';
import { createFolderStore } from '@koinonia/kit/files/folder-store.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createTestDatabase } from '@koinonia/kit/testing/database.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { mayMakeDisks, putDiskOver, type SmallDisk } from '@koinonia/kit/testing/small-disk.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backUp } from './back-up.ts';
import { parts } from './parts.ts';

const size = 300_000;

let folder: string;
/** A base with 150,000 chats and two files. */
let whole: Buffer;
let dataDir: string;
let runs: Run[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-no-room-'));
  const base = await createTestDatabase();
  const log = createLog('silent', 'tests');
  for (const [schema, migrations] of Object.entries(parts)) await migrate({ url: base.url, schema, migrations, log });
  const client = new pg.Client({ connectionString: base.url });
  await client.connect();
  await client.query(
    'insert into chat.chats (id, is_group) select gen_random_uuid(), true from generate_series(1, 150000)',
  );
  await client.end();
  const files = await createFolderStore(join(folder, 'base'));
  for (const number of [1, 2]) {
    const content = Readable.from([randomBytes(size)]);
    await files.put(`avatars/${number}/64.webp`, content, { contentType: 'image/webp', size });
  }
  const output = new PassThrough();
  const bytes = buffer(output);
  await backUp({ databaseUrl: base.url, files }, output, undefined);
  whole = await bytes;
  await base.drop();
});
afterAll(() => rm(folder, { recursive: true }));

describe.skipIf(!mayMakeDisks)('on a small disk, which only root on Linux may make', () => {
  let place: string;
  let disk: SmallDisk;

  beforeEach(async () => {
    place = await mkdtemp(join(folder, 'disk-'));
    disk = putDiskOver(place, '300m');
    dataDir = join(place, 'data');
    await mkdir(dataDir);
    await layOutPostgres(dataDir);
    runs = [];
  });
  afterEach(async () => {
    await endAll(runs, dataDir);
    disk.takeAway();
  });

  function restore(): Run {
    const run = launch(['infra/backup/src/main.ts', 'restore', '-'], { DATA_DIR: dataDir });
    runs.push(run);
    return run;
  }

  /** Makes the disk smaller. Refused, and tried again, when more was written meanwhile. */
  const leave = (megabytes: number) =>
    eventually(async () => {
      const { bsize, blocks, bfree } = await statfs(place);
      disk.resize(String((blocks - bfree) * bsize + megabytes * 1_000_000));
    });

  async function filesThere() {
    const found = [];
    for await (const name of (await createFolderStore(join(dataDir, 'files'))).list('')) found.push(name);
    return found;
  }

  const remedy = 'Nothing of it was kept. Free some space and run the same command again.';

  test.each([
    ['files', 0.1, `The file store has no room .* \\(ENOSPC: no space left on device, write\\)\\. ${remedy}`],
    ['tables', 1, `The database has no room .* \\(could not extend file .*\\)\\. ${remedy}`],
    // 2 MB end before the rows, and from 5 on the log's first segment, which has as much room left, may end before them.
    ['rows', 3, `The database has no room .* \\(could not extend file .*\\)\\. ${remedy}`],
    // PostgreSQL then ends itself, and its last message may be lost.
    [
      'log',
      10,
      `The database (has no room .* \\(could not write to file "pg_wal.*\\)\\. ${remedy}|ended the connection: .*)`,
    ],
  ])('a restore without room for its %s says so, and leaves an empty place', async (_, megabytes, sentence) => {
    const first = restore();
    first.child.stdin?.write(whole.subarray(0, 1.5 * size));
    await eventually(async () => expect(await filesThere()).toHaveLength(1));
    await leave(megabytes);
    first.child.stdin?.end(whole.subarray(1.5 * size));
    expect(await first.exited).toEqual([1, null]);
    await eventually(() => expect(first.said().trim().split('\n').at(-1)).toMatch(new RegExp(`^${sentence}$`)));
    expect(first.said()).not.toContain('    at ');
    disk.resize('300m');
    expect(await filesThere()).toEqual([]);

    const again = restore();
    again.child.stdin?.end(whole);
    expect(await again.exited).toEqual([0, null]);
    expect(await filesThere()).toHaveLength(2);
  });
});
