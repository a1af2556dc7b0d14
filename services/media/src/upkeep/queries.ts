import { anyOf } from '@koinonia/kit/stores/any-of.ts';
import { sql } from 'kysely';
import type { MediaDatabase, UploadRow } from '../database/schema.ts';

const ago = (time: '1 day' | '7 days') => sql<Date>`now() - ${sql.lit(time)}::interval`;

/** How long each is left alone: whoever sends it may still be about to, on a bad network or on a page that was closed. */
const leftAlone = {
  neverStored: ago('1 day'),
  groupPicture: ago('1 day'),
  replacedAvatar: ago('1 day'),
  unusedAvatar: ago('7 days'),
  neverSent: ago('1 day'),
  unsure: ago('1 day'),
} as const;

/** Uploads of a day ago or earlier whose files were never completely stored. */
export function selectNotStored(db: MediaDatabase) {
  return db
    .selectFrom('uploads')
    .select(['id', 'kind'])
    .where('stored', '=', false)
    .where('created_at', '<', leftAlone.neverStored)
    .limit(1000);
}

/** Pictures that were sent for groups a day ago or earlier, after this id. A group may have another by now, or none. */
export function selectGroupPictures(db: MediaDatabase, after: string | null, limit: number) {
  return db
    .selectFrom('uploads')
    .select(['id', 'kind', 'chat_id'])
    .where('kind', '=', 'group-picture')
    .where('created_at', '<', leftAlone.groupPicture)
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Pictures of people who have had another one for a day, and pictures of a week ago that did not become a photo as far as we
 * know. One of them may still be the photo: the order of the uploads does not say which picture a person has.
 */
export function selectDoubtfulAvatars(db: MediaDatabase): Promise<Pick<UploadRow, 'id' | 'kind' | 'owner_id'>[]> {
  return db
    .selectFrom('uploads')
    .select(['id', 'kind', 'owner_id'])
    .where('kind', '=', 'avatar')
    .where('created_at', '<', leftAlone.replacedAvatar)
    .where((eb) =>
      eb.or([
        eb.and([eb('used_at', 'is', null), eb('created_at', '<', leftAlone.unusedAvatar)]),
        eb.exists(
          eb
            .selectFrom('uploads as other')
            .select('other.id')
            .where('other.kind', '=', 'avatar')
            .whereRef('other.owner_id', '=', 'uploads.owner_id')
            .whereRef('other.id', '!=', 'uploads.id')
            .where('other.used_at', '<', leftAlone.replacedAvatar),
        ),
      ]),
    )
    .limit(1000)
    .execute();
}

/** The uploads of these ids with their variants. */
export async function selectWithVariants(db: MediaDatabase, ids: readonly string[]) {
  const uploads = await db.selectFrom('uploads').selectAll().where('id', '=', anyOf(ids)).execute();
  const variants = await db.selectFrom('variants').selectAll().where('upload_id', '=', anyOf(ids)).execute();
  const byUpload = Map.groupBy(variants, ({ upload_id }) => upload_id);
  return uploads.map((upload) => ({ upload, variants: byUpload.get(upload.id) ?? [] }));
}

/** The id by which the file store knows this database. */
export async function selectStoreId(db: MediaDatabase): Promise<string> {
  return (await db.selectFrom('file_store').select('id').executeTakeFirstOrThrow()).id;
}

/** How many of these uploads there are. */
export async function countKnown(db: MediaDatabase, ids: readonly string[]): Promise<number> {
  const { known } = await db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('known'))
    .where('id', '=', anyOf(ids))
    .executeTakeFirstOrThrow();
  return known;
}

const withdrawal = { withdrawn_at: sql<Date>`now()`, named_at: null };

/** Also those that are withdrawn already: a message may have named one meanwhile, and its restoration may be under way. */
export async function withdrawUploads(db: MediaDatabase, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('uploads')
    .set(withdrawal)
    .where('id', '=', anyOf(ids))
    .where('kind', '=', 'attachment')
    .execute();
}

/** Withdraws all avatars and attachments that a person sent. */
export async function withdrawUploadsOf(db: MediaDatabase, ownerId: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ ...withdrawal, owner_gone: true })
    .where('owner_id', '=', ownerId)
    .where('kind', 'in', ['avatar', 'attachment'])
    .where('owner_gone', '=', false)
    .execute();
}

/** Attachments that nobody has tried to send for a day. A simultaneous send either comes first or fails. */
export function withdrawUnused(db: MediaDatabase) {
  return db
    .updateTable('uploads')
    .set({ withdrawn_at: sql<Date>`now()` })
    .where('kind', '=', 'attachment')
    .where('withdrawn_at', 'is', null)
    .where('named_at', 'is', null)
    .where('used_at', 'is', null)
    .where('created_at', '<', leftAlone.neverSent);
}

/** Attachments that somebody tried to send more than a day ago, without a confirmation from chat that a message names them. */
export function selectUnsure(db: MediaDatabase, limit: number) {
  return db
    .selectFrom('uploads')
    .select(['id', 'file_name', 'content_type'])
    .where('kind', '=', 'attachment')
    .where('withdrawn_at', 'is', null)
    .where('named_at', 'is', null)
    .where('used_at', '<', leftAlone.unsure)
    .limit(limit)
    .execute();
}

export async function markNamed(db: MediaDatabase, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ named_at: sql<Date>`now()` })
    .where('id', '=', anyOf(ids))
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** Withdraws these, except what somebody is trying to send again right now. */
export async function withdrawStillUnsure(db: MediaDatabase, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ withdrawn_at: sql<Date>`now()` })
    .where('id', '=', anyOf(ids))
    .where('withdrawn_at', 'is', null)
    .where('used_at', '<', leftAlone.unsure)
    .execute();
}

/** As text, because a `Date` has no microseconds. */
const withdrawnAt = sql<string>`withdrawn_at::text`;

/** Withdrawn long enough ago that every message being sent at that time is stored: a send takes some seconds. In pages. */
export function selectWithdrawn(db: MediaDatabase, after: { id: string; withdrawnAt: string } | null, limit: number) {
  return db
    .selectFrom('uploads')
    .select(['id', 'kind', 'file_name', 'content_type', 'owner_gone', withdrawnAt.as('withdrawnAt')])
    .where('withdrawn_at', '<', sql<Date>`now() - interval '1 minute'`)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(withdrawn_at, id) > (${after?.withdrawnAt}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('withdrawn_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * A message names this after all. Not restored: a file that was withdrawn once more since it was selected, and one whose
 * owner's data was deleted meanwhile.
 */
export async function bringBack(db: MediaDatabase, upload: { id: string; withdrawnAt: string }): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ withdrawn_at: null, named_at: sql<Date>`now()` })
    .where('id', '=', upload.id)
    .where(withdrawnAt, '=', upload.withdrawnAt)
    .where('owner_gone', '=', false)
    .execute();
}
