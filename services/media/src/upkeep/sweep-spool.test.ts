import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { s3Environment, startMedia } from '../testing/media.ts';

test.each([
  ['with a queue within the process', () => ({})],
  ['with workers on other machines', () => ({ ...s3Environment(), REDIS_URL: 'redis://127.0.0.1:1' })],
])('a server that starts %s takes away what uploads that were cut short have left there', async (_, environment) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'koinonia-server-'));
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  const now = new Date();
  for (const [name, begun, lastWritten] of [
    ['work-new', now, now],
    ['work-old', twoHoursAgo, twoHoursAgo],
    // On a slow network, a file may come for hours.
    ['work-old-still-coming', twoHoursAgo, now],
  ] as const) {
    const path = join(dataDir, 'uploads', name);
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'received'), 'some');
    await utimes(join(path, 'received'), lastWritten, lastWritten);
    await utimes(path, begun, begun);
  }
  const media = await startMedia({ ...environment(), DATA_DIR: dataDir });
  await expect.poll(() => media.spooled()).not.toContain('work-old');
  await media.stop();
  expect((await media.spooled()).sort()).toEqual(['work-new', 'work-old-still-coming']);
  await rm(dataDir, { recursive: true });
});
