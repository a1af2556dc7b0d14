import { sql } from 'kysely';
import type { MediaDatabase, UploadRow } from '../database/schema.ts';

/**
 * Uploads that nobody needs: whose bytes never came into the store, attachments that were never sent, and avatars that
 * were followed by another. Each is given time enough for whoever is slow.
 */
export function selectDiscarded(db: MediaDatabase): Promise<Pick<UploadRow, 'id' | 'kind'>[]> {
  return db
    .selectFrom('uploads')
    .select(['id', 'kind'])
    .where((eb) =>
      eb.or([
        eb.and([eb('stored', '=', false), eb('created_at', '<', sql<Date>`now() - interval '1 day'`)]),
        eb.and([
          eb('kind', '=', 'attachment'),
          eb('used_at', 'is', null),
          eb('created_at', '<', sql<Date>`now() - interval '7 days'`),
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
