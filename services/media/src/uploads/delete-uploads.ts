import type { MediaContext } from '../context.ts';
import type { UploadRow } from '../database/schema.ts';
import { deleteOrTell } from '../objects/delete-or-tell.ts';
import { objectsOf } from '../objects/object-names.ts';
import { deleteObjects } from '../objects/store-file.ts';
import { deleteUpload } from './queries.ts';

/**
 * Deletes uploads with their objects. One that the store cannot delete stays, and is found again by whoever has found it now.
 * Rejects when the store does not answer at all.
 */
export async function deleteUploads(
  { db, files, log }: Pick<MediaContext, 'db' | 'files' | 'log'>,
  uploads: readonly Pick<UploadRow, 'id' | 'kind'>[],
): Promise<void> {
  for (const upload of uploads) {
    const objects = objectsOf(upload);
    // The objects first: a row without objects is found again; objects without a row are found only by listing the store.
    const areGone = await deleteOrTell({ files, log }, objects, () => deleteObjects(files, objects));
    if (areGone) await deleteUpload(db, upload.id);
  }
}
