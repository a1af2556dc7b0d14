import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { mayMakeDisks, putDiskOver, type SmallDisk } from '@koinonia/kit/testing/small-disk.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDataDir } from './data-dir.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { layOutPostgres } from './testing/prepared-postgres.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-data-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const read = () => openEmbeddedDatabase(folder, 'shared', createLog('silent', 'tests'));

test('a lock that cannot be read is named, and not taken for a running product', async () => {
  await writeFile(join(folder, 'solo.lock'), 'not what it was'.repeat(100));
  await expect(openDataDir(folder)).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(/^DATA_DIR: .*solo\.lock cannot be used \(.*file is not a database\)$/),
  });
  await layOutPostgres(folder);
  await expect(read()).rejects.toThrow('file is not a database');
});

describe.skipIf(!mayMakeDisks)('on a small disk, which only root on Linux may make', () => {
  let disk: SmallDisk;
  beforeEach(() => void (disk = putDiskOver(folder, '90m')));
  afterEach(() => disk.takeAway());

  test('a tool is told that the disk is full, and not to wait for a product', async () => {
    await layOutPostgres(folder);
    await expect(read()).rejects.toThrow(`The disk that holds ${folder} is full`);
  });

  test('a start that had no room gives the folder free again', async () => {
    await expect(openDataDir(folder)).rejects.toThrow('is full');
    disk.resize('900m');
    (await openDataDir(folder)).release();
  });
});
