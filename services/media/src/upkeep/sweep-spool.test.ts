import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
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
  for (const [name, at] of [
    ['work-old', twoHoursAgo],
    ['work-new', new Date()],
  ] as const) {
    const path = join(dataDir, 'uploads', name);
    await mkdir(path, { recursive: true });
    await utimes(path, at, at);
  }
  const media = await startMedia({ ...environment(), DATA_DIR: dataDir });
  await expect.poll(() => media.spooled()).toEqual(['work-new']);
  await media.stop();
  await rm(dataDir, { recursive: true });
});
