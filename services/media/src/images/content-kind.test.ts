import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createImagePool, type ImagePool } from './image-pool.ts';
import { phonePhoto } from '../testing/pictures.ts';
import { imageProcesses } from '../testing/worker.ts';
import { contentKindOf } from './content-kind.ts';
import { inspectImage } from './inspect-image.ts';

let pool: ImagePool;
let folder: string;
let path: string;
/** Image processes of the file before, which may be about to end. */
let others: number[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-kind-'));
  path = join(folder, 'received');
  others = await imageProcesses(process.pid);
  pool = createImagePool({ size: 1, niceness: 0, staysReady: true, log: createLog('silent', 'tests') });
});
afterEach(async () => {
  pool.close();
  await rm(folder, { recursive: true });
});

test('a name that ends like a property of every object says nothing of the kind', async () => {
  await writeFile(path, 'Bread and fish');
  for (const fileName of ['notes.__proto__', 'notes.constructor', 'notes.toString'])
    expect(await contentKindOf(pool, { path, fileName, ownerId: 'ruth' })).toEqual({
      contentType: 'application/octet-stream',
      isImage: false,
    });
});

describe.each([
  [
    'what a photo is',
    () => contentKindOf(pool, { path, fileName: 'photo.jpg', ownerId: 'ruth' }),
    { contentType: 'image/jpeg', isImage: true },
  ],
  ['how large a photo is', () => inspectImage({ inspecting: pool }, { path, ownerId: 'ruth' }), { animated: false }],
])('an image process that dies over the question %s', (_, ask, expected) => {
  beforeEach(async () => writeFile(path, await phonePhoto()));

  test('once is followed by another, which knows it', async () => {
    await ask();
    const pid = (await imageProcesses(process.pid)).find((one) => !others.includes(one))!;
    // It cannot answer before it dies.
    process.kill(pid, 'SIGSTOP');
    const answer = ask();
    await new Promise(setImmediate);
    process.kill(pid, 'SIGKILL');
    expect(await answer).toMatchObject(expected);
  });

  test('each time ends in a refusal: as a mere file, the photo would keep the place where it was taken', async () => {
    // No process survives the attempt to read a folder.
    path = folder;
    await expect(ask()).rejects.toMatchObject({ code: 'unsupported_media_type' });
  });
});
