import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeFile } from './store-file.ts';

const size = 2 ** 20;
/** A time that has long passed when the store has taken the file. */
const unhurried = 100;

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-store-'));
  path = join(folder, 'received');
  await writeFile(path, Buffer.alloc(size));
});
afterAll(() => rm(folder, { recursive: true }));

/** A store that rests after each piece, of which it tells. */
function storeThatRests(ms: number, onTaken = (_bytes: number) => {}): FileStore {
  const put = (_name: string, body: Readable) =>
    pipeline(
      body,
      new Writable({
        write(piece: Buffer, _encoding, done) {
          onTaken(piece.length);
          void wait(ms, undefined, { ref: false }).then(() => done());
        },
      }),
    );
  return { put } as Partial<FileStore> as FileStore;
}

const store = (files: FileStore, pace: { slowest: number; silence?: number }) =>
  storeFile(files, 'a', { path, size, contentType: 'a/b' }, { unhurried, ...pace });

test('a large file may take longer than a small one, as over a slow line', async () => {
  let taken = 0;
  await store(
    storeThatRests(100, (bytes) => (taken += bytes)),
    { slowest: 1024 },
  );
  expect(taken).toBe(size);
});

test.each([
  ['takes less than it must', 100, { slowest: size * 1000 }],
  ['takes nothing any more', 3_600_000, { slowest: 1, silence: 100 }],
])('a store that %s is given up', async (_, rest, pace) => {
  await expect(store(storeThatRests(rest), pace)).rejects.toMatchObject({ code: 'unavailable' });
});
