import { type Insertable, sql } from 'kysely';
import type { MediaDatabase, MediaTables, UploadRow, VariantRow } from '../database/schema.ts';

export async function selectUpload(db: MediaDatabase, id: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('stored', '=', true)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
}

/**
 * What this person has sent to this chat under their own id. Two that arrived at the same time may both be there. Not an image
 * that was given up, perhaps because nobody could work on it in time: the sender still has the file.
 */
export async function selectSent(
  db: MediaDatabase,
  sent: { readonly ownerId: string; readonly chatId: string; readonly clientId: string },
): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('owner_id', '=', sent.ownerId)
    .where('client_id', '=', sent.clientId)
    .where('chat_id', '=', sent.chatId)
    .where('stored', '=', true)
    .where('state', '!=', 'failed')
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export function selectVariants(db: MediaDatabase, uploadId: string): Promise<VariantRow[]> {
  return db.selectFrom('variants').selectAll().where('upload_id', '=', uploadId).orderBy('size').execute();
}

/**
 * The new row, or nothing when this person would exceed `bytesADay` in the last 24 hours. A person's uploads are serialised,
 * so that simultaneous ones cannot all pass the limit.
 */
export function insertWithinAllowance(
  db: MediaDatabase,
  upload: Insertable<MediaTables['uploads']>,
  bytesADay: number,
): Promise<UploadRow | undefined> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`koinonia media ${upload.owner_id}`}))`.execute(trx);
    if ((await bytesOfLastDay(trx, upload.owner_id)) + upload.size > bytesADay) return undefined;
    return trx.insertInto('uploads').values(upload).returningAll().executeTakeFirstOrThrow();
  });
}

/** The size of all that a person sent in the last 24 hours. */
export async function bytesOfLastDay(db: MediaDatabase, ownerId: string): Promise<number> {
  const { sent } = await db
    .selectFrom('uploads')
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('sent'))
    .where('owner_id', '=', ownerId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return sent;
}

/** Its sender gets their answer now, so the time for its image begins now, however long the store took. */
export async function markStored(db: MediaDatabase, id: string): Promise<void> {
  const stored = { stored: true, created_at: sql<Date>`now()` };
  await db.updateTable('uploads').set(stored).where('id', '=', id).execute();
}

/** False when it was withdrawn meanwhile. */
export async function markUsed(db: MediaDatabase, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteUpload(db: MediaDatabase, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute();
}
