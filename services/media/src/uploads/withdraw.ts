import type { MediaDatabase } from '../database/schema.ts';
import { attachmentIdIn } from './addresses.ts';
import { deletePictureOf, withdrawUploads, withdrawUploadsOf } from './queries.ts';

/** These addresses answer 404 from now on. What is none of ours is let be. */
export async function withdrawAttachments(db: MediaDatabase, urls: readonly string[]): Promise<void> {
  await withdrawUploads(
    db,
    urls.flatMap((url) => attachmentIdIn(url) ?? []),
  );
}

/** Somebody's own files answer 404 from now on, and go soon; a group's picture is the group's, whoever sent it. */
export async function forgetUploads(db: MediaDatabase, personId: string): Promise<void> {
  await deletePictureOf(db, personId);
  await withdrawUploadsOf(db, personId);
}
