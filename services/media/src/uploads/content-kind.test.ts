import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorkshop, type Workshop } from '../images/workshop.ts';
import { phonePhoto } from '../testing/pictures.ts';
import { imageProcesses } from '../testing/worker.ts';
import { contentKindOf } from './content-kind.ts';

describe('an image process that dies over the question what a photo is', () => {
  let frontDesk: Workshop;
  let folder: string;
  let path: string;
  /** Image processes of the file before, which may be about to end. */
  let others: number[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'koinonia-kind-'));
    path = join(folder, 'received');
    await writeFile(path, await phonePhoto());
    others = await imageProcesses(process.pid);
    frontDesk = createWorkshop({ size: 1, niceness: 0, staysReady: true, log: createLog('silent', 'tests') });
  });
  afterEach(async () => {
    frontDesk.close();
    await rm(folder, { recursive: true });
  });

  test('once is followed by another, which knows the photo', async () => {
    const kindOfPhoto = () => contentKindOf(frontDesk, { path, fileName: 'photo.jpg', ownerId: 'ruth' });
    await kindOfPhoto();
    const pid = (await imageProcesses(process.pid)).find((one) => !others.includes(one))!;
    // It cannot answer before it dies.
    process.kill(pid, 'SIGSTOP');
    const kind = kindOfPhoto();
    await new Promise(setImmediate);
    process.kill(pid, 'SIGKILL');
    expect(await kind).toEqual({ contentType: 'image/jpeg', isImage: true });
  });

  test('each time ends in a refusal: as a mere file, the photo would keep the place where it was taken', async () => {
    // No process survives the attempt to read a folder.
    await expect(
      contentKindOf(frontDesk, { path: folder, fileName: 'photo.jpg', ownerId: 'ruth' }),
    ).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
  });
});
