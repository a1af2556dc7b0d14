import { sql } from 'kysely';
import type { MediaDatabase, UploadRow } from '../database/schema.ts';

/**
 * Uploads that nobody needs: whose bytes never came into the store, group pictures that never came to be one, and
 * pictures of people and groups that were followed by another. Each is given time enough for whoever is slow.
 */
export function selectDiscarded(db: MediaDatabase): Promise<Pick<UploadRow, 'id' | 'kind'>[]> {
  return db
    .selectFrom('uploads')
    .select(['id', 'kind'])
    .where((eb) =>
      eb.or([
        eb.and([eb('stored', '=', false), eb('created_at', '<', sql<Date>`now() - interval '1 day'`)]),
        eb.and([
          eb('kind', '=', 'group-picture'),
          eb('used_at', 'is', null),
          eb('created_at', '<', sql<Date>`now() - interval '7 days'`),
        ]),
        eb.and([
          eb('kind', '=', 'group-picture'),
          eb.exists(
            eb
              .selectFrom('uploads as later')
              .select('later.id')
              .where('later.kind', '=', 'group-picture')
              .whereRef('later.chat_id', '=', 'uploads.chat_id')
              .whereRef('later.used_at', '>', 'uploads.used_at')
              .where('later.used_at', '<', sql<Date>`now() - interval '1 day'`),
          ),
        ]),
        eb.and([
          eb('kind', '=', 'avatar'),
          eb.exists(
            eb
              .selectFrom('uploads as later')
              .select('later.id')
              .whereRef('later.owner_id', '=', 'uploads.owner_id')
              .where('later.kind', '=', 'avatar')
              .whereRef('later.created_at', '>', 'uploads.created_at')
              .where('later.used_at', '<', sql<Date>`now() - interval '1 day'`),
          ),
        ]),
      ]),
    )
    .limit(1000)
    .execute();
}

/** The uploads of these ids with their variants. */
export async function selectWithVariants(db: MediaDatabase, ids: readonly string[]) {
  const anyOf = sql<string>`any(${ids}::uuid[])`;
  const uploads = await db.selectFrom('uploads').selectAll().where('id', '=', anyOf).execute();
  const variants = await db.selectFrom('variants').selectAll().where('upload_id', '=', anyOf).execute();
  const byUpload = Map.groupBy(variants, ({ upload_id }) => upload_id);
  return uploads.map((upload) => ({ upload, variants: byUpload.get(upload.id) ?? [] }));
}

const amongIds = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
const aDayAgo = sql<Date>`now() - interval '1 day'`;

/** Attachments that nobody has even been about to send for a day. One of this and a send comes first. */
export async function withdrawUnused(db: MediaDatabase): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ withdrawn_at: sql<Date>`now()` })
    .where('kind', '=', 'attachment')
    .where('withdrawn_at', 'is', null)
    .where('used_at', 'is', null)
    .where('created_at', '<', aDayAgo)
    .execute();
}

/** Attachments that somebody was about to send a day ago, and of which chat has not said that a message names them. */
export function selectUnsure(db: MediaDatabase, limit: number) {
  return db
    .selectFrom('uploads')
    .select(['id', 'file_name', 'content_type'])
    .where('kind', '=', 'attachment')
    .where('withdrawn_at', 'is', null)
    .where('named_at', 'is', null)
    .where('used_at', '<', aDayAgo)
    .limit(limit)
    .execute();
}

export async function markNamed(db: MediaDatabase, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ named_at: sql<Date>`now()` })
    .where('id', '=', amongIds(ids))
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** Not those that somebody is about to send again right now. */
export async function withdrawStillUnsure(db: MediaDatabase, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ withdrawn_at: sql<Date>`now()` })
    .where('id', '=', amongIds(ids))
    .where('withdrawn_at', 'is', null)
    .where('used_at', '<', aDayAgo)
    .execute();
}

/** Withdrawn long enough for every message that was on its way then: a send takes some seconds. */
export function selectWithdrawn(db: MediaDatabase, limit: number) {
  return db
    .selectFrom('uploads')
    .select(['id', 'kind', 'file_name', 'content_type', 'owner_gone'])
    .where('withdrawn_at', '<', sql<Date>`now() - interval '1 minute'`)
    .orderBy('withdrawn_at')
    .limit(limit)
    .execute();
}

/** A message names these after all. Not those that have lost their owner meanwhile. */
export async function bringBack(db: MediaDatabase, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ withdrawn_at: null, named_at: sql<Date>`now()` })
    .where('id', '=', amongIds(ids))
    .where('owner_gone', '=', false)
    .execute();
}
