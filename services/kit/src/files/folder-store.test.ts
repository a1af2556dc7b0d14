import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolderStore } from './folder-store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-folder-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The inode numbers of the files and folders that were synced meanwhile. */
async function syncedBy(work: () => Promise<void>): Promise<number[]> {
  const handle = await open(folder, 'r');
  const handles = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const { sync } = handles;
  const synced: number[] = [];
  handles.sync = async function (this: typeof handle) {
    synced.push((await this.stat()).ino);
    return sync.call(this);
  };
  try {
    await work();
  } finally {
    handles.sync = sync;
  }
  return synced;
}

test('every folder that leads to a file is on disk before the put has ended', async () => {
  const at = join(folder, 'store');
  const synced = await syncedBy(async () => {
    const files = await createFolderStore(at);
    await files.put('of/one/chat', Readable.from(['kept']), { contentType: 'text/plain', size: 4 });
  });
  for (const path of [folder, at, join(at, 'of'), join(at, 'of', 'one')]) {
    expect(synced).toContain((await stat(path)).ino);
  }
});

test('nobody else on the machine sees what is in it, not even the names', async () => {
  const at = join(folder, 'own');
  const before = process.umask(0o022);
  try {
    const files = await createFolderStore(at);
    await files.put('of/one/chat', Readable.from(['kept']), { contentType: 'text/plain', size: 4 });
  } finally {
    process.umask(before);
  }
  for (const path of [at, join(at, 'of'), join(at, 'of', 'one')]) expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('nothing is left of a file that was deleted, also not its folder, unless another file is or comes there', async () => {
  const at = join(folder, 'emptied');
  const files = await createFolderStore(at);
  const put = (name: string) => files.put(name, Readable.from(['kept']), { contentType: 'text/plain', size: 4 });
  for (const name of ['of/one/64', 'of/one/128', 'mark']) await put(name);
  await files.delete('of/one/64');
  expect(await files.get('of/one/128')).not.toBeNull();
  await files.delete('of/one/128');
  await expect(stat(join(at, 'of/one'))).rejects.toThrow('ENOENT');
  await files.delete('mark');
  await files.ping();

  for (let times = 0; times < 100; times += 1) {
    await put('of/one/64');
    await Promise.all([put('of/one/128'), files.delete('of/one/64')]);
    await files.delete('of/one/128');
  }
});
