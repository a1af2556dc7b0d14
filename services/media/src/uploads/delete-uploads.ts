import type { MediaContext } from '../context.ts';
import type { UploadRow } from '../database/schema.ts';
import { objectsOf } from '../objects/object-names.ts';
import { deleteObjects } from '../objects/store-file.ts';
import { deleteUpload } from './queries.ts';

/**
 * Deletes uploads with their objects. One that the store cannot delete, as with a bad sector, is told and stays, and is found
 * again by whoever has found it now; the others go all the same. Rejects when the store does not answer at all.
 */
export async function deleteUploads(
  { db, files, log }: Pick<MediaContext, 'db' | 'files' | 'log'>,
  uploads: readonly Pick<UploadRow, 'id' | 'kind'>[],
): Promise<void> {
  for (const upload of uploads) {
    try {
      // The objects first: a row without objects is found again; objects without a row are found only by listing the store.
      await deleteObjects(files, objectsOf(upload));
    } catch (err) {
      await files.ping();
      log.error({ err, upload: upload.id }, 'a file could not be deleted');
      continue;
    }
    await deleteUpload(db, upload.id);
  }
}
