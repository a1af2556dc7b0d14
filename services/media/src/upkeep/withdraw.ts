import type { MediaDatabase } from '../database/schema.ts';
import { deletePictureOf } from '../issuer-pictures/queries.ts';
import { attachmentIdIn } from '../objects/addresses.ts';
import { withdrawUploads, withdrawUploadsOf } from './queries.ts';

/** These addresses answer 404 from now on. Addresses that are not ours are ignored. */
export async function withdrawAttachments(db: MediaDatabase, urls: readonly string[]): Promise<void> {
  await withdrawUploads(
    db,
    urls.flatMap((url) => attachmentIdIn(url) ?? []),
  );
}

/** A person's own files answer 404 from now on, and are deleted soon; a group's picture belongs to the group. */
export async function forgetUploads(db: MediaDatabase, personId: string): Promise<void> {
  await deletePictureOf(db, personId);
  await withdrawUploadsOf(db, personId);
}
