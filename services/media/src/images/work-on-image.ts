import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaContext } from '../context.ts';
import type { UploadRow, UploadState } from '../database/schema.ts';
import { objectsOf, originalName, variantName } from '../objects/object-names.ts';
import { deleteObjects, storeFile } from '../objects/store-file.ts';
import { ImageProcessDied } from './image-process.ts';
import type { ImageJob } from './image-job.ts';
import { ImageRefused } from './image-refused.ts';
import { claimUpload, endUpload, releaseUpload } from './queries.ts';
import type { MadeVariant } from './tasks.ts';

/** Images that one process works on at the same time. */
export const imagesAtOnce = 2;
/** Seconds. Two such tries, plus the time to notice a dead worker's claim, must fit into the promised 2 minutes. */
const claimedFor = 40;

type Work = Pick<MediaContext, 'db' | 'files' | 'spool' | 'resizing'>;

/**
 * Makes the variants of an image. Running it twice is harmless: one claim at a time, the same object names, and only a
 * pending upload becomes ready. The original, with all the camera's metadata, is then deleted.
 */
export async function workOnImage(work: Work, { uploadId }: ImageJob): Promise<void> {
  const upload = await claimUpload(work.db, uploadId, claimedFor);
  if (!upload) return;
  try {
    const state = await makeReady(work, upload).catch((error: unknown) => {
      if (error instanceof ImageRefused) return endUpload(work.db, upload.id, { state: 'failed' });
      throw error;
    });
    await deleteObjects(work.files, state === 'ready' ? originalName(upload) : objectsOf(upload));
  } catch (error) {
    await releaseUpload(work.db, upload, error instanceof ImageProcessDied);
    throw error;
  }
}

function makeReady(work: Work, upload: UploadRow): Promise<UploadState | undefined> {
  return work.spool.use(async (folder) => {
    const made = await makeVariants(work, upload, folder);
    for (const variant of made) await storeVariant(work, upload, variant);
    return endUpload(work.db, upload.id, { state: 'ready', made });
  });
}

async function makeVariants(work: Work, upload: UploadRow, folder: string): Promise<MadeVariant[]> {
  const original = await work.files.get(originalName(upload));
  if (!original) {
    // A store that is away, or has lost its bucket, is no reason to refuse the image for good.
    await work.files.ping();
    throw new ImageRefused('unreadable');
  }
  const path = join(folder, 'original');
  await pipeline(original.body, createWriteStream(path, { mode: 0o600 }));
  return work.resizing.run({ task: 'variants', path, kind: upload.kind, folder });
}

function storeVariant({ files }: Work, upload: UploadRow, variant: MadeVariant): Promise<void> {
  const { path, bytes, format } = variant;
  return storeFile(files, variantName(upload, variant), { path, size: bytes, contentType: `image/${format}` });
}
