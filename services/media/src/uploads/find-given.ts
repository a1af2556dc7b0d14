import type { BodyOf } from '@koinonia/contracts/call.ts';
import type { findAttachment } from '@koinonia/contracts/media-internal.ts';
import type { MediaDatabase, UploadRow } from '../database/schema.ts';
import { attachmentAddress, attachmentIdIn } from '../objects/addresses.ts';
import { markUsed, selectUpload } from './queries.ts';

/**
 * The upload with exactly this address, if we gave it to this person for this chat; otherwise null. From now on we assume
 * that a message names it, and keep it.
 */
export async function findGiven(db: MediaDatabase, asked: BodyOf<typeof findAttachment>): Promise<UploadRow | null> {
  const id = attachmentIdIn(asked.url);
  const upload = id === null ? undefined : await selectUpload(db, id);
  if (!upload || upload.chat_id !== asked.chatId || upload.owner_id !== asked.senderId) return null;
  if (attachmentAddress(upload) !== asked.url) return null;
  // At every call: until chat confirms a message, the file is kept for a day after the last call.
  return (await markUsed(db, upload.id)) ? upload : null;
}
