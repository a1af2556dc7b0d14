import type { MediaContext } from '../context.ts';
import type { UploadRow } from '../database/schema.ts';
import { objectsOf } from '../objects/object-names.ts';
import { deleteObjects } from '../objects/store-file.ts';
import { deleteUpload } from './queries.ts';

/** Failures, without any success, after which the store seems to be away. */
const mayFail = 10;

/**
 * Deletes uploads with their objects. One that the store cannot delete, as with a bad sector, is told and stays, and is found
 * again by whoever has found it now; the others go all the same. Rejects when the store deletes nothing at all.
 */
export async function deleteUploads(
  { db, files, log }: Pick<MediaContext, 'db' | 'files' | 'log'>,
  uploads: readonly Pick<UploadRow, 'id' | 'kind'>[],
): Promise<void> {
  let [deleted, failed] = [0, 0];
  for (const upload of uploads) {
    try {
      // The objects first: a row without objects is found again; objects without a row are found only by listing the store.
      await deleteObjects(files, objectsOf(upload));
      await deleteUpload(db, upload.id);
      deleted += 1;
    } catch (err) {
      failed += 1;
      if (deleted === 0 && failed === mayFail) throw err;
      log.error({ err, upload: upload.id }, 'a file could not be deleted');
    }
  }
}
