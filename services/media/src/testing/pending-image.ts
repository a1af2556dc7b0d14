import { randomUUID } from 'node:crypto';
import { newId } from '@koinonia/kit/ids.ts';
import type { MediaDatabase } from '../database/schema.ts';

/** The row of an image in a chat that has still to be worked on. Its object is the test's own affair. */
export async function insertPendingImage(db: MediaDatabase) {
  const upload = { id: newId(), kind: 'attachment' as const, owner_id: randomUUID(), chat_id: randomUUID() };
  const image = { file_name: 'harvest.jpg', content_type: 'image/jpeg', size: 1, width: 1, animated: false };
  await db
    .insertInto('uploads')
    .values({ ...upload, ...image, state: 'pending', stored: true })
    .execute();
  return upload;
}
