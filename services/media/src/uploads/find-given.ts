import type { BodyOf } from '@koinonia/contracts/call.ts';
import type { findAttachment } from '@koinonia/contracts/media.ts';
import type { MediaDatabase, UploadRow } from '../database/schema.ts';
import { attachmentAddress, attachmentIdIn } from './addresses.ts';
import { markUsed, selectUpload } from './queries.ts';

/**
 * The upload behind an address that we gave to this person for this chat, to the letter; null for all others. From now
 * on it belongs to a message, as far as we know, and is kept.
 */
export async function findGiven(db: MediaDatabase, asked: BodyOf<typeof findAttachment>): Promise<UploadRow | null> {
  const id = attachmentIdIn(asked.url);
  const upload = id === null ? undefined : await selectUpload(db, id);
  if (!upload || upload.chat_id !== asked.chatId || upload.owner_id !== asked.senderId) return null;
  if (attachmentAddress(upload) !== asked.url) return null;
  // Each time: until chat has named it, it is kept for a day from the last one.
  return (await markUsed(db, upload.id)) ? upload : null;
}
