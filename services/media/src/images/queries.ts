import { sql } from 'kysely';
import type { MediaDatabase, UploadRow, UploadState } from '../database/schema.ts';
import type { MadeVariant } from './tasks.ts';

/** When a worker dies during an image, one more worker tries it. */
export const maxTries = 2;

const future = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
const past = (seconds: number) => sql<Date>`now() - make_interval(secs => ${seconds})`;
const unclaimed = sql<boolean>`(claimed_until is null or claimed_until < now())`;

/** As text, because a `Date` has no microseconds. */
const claim = sql<string>`claimed_until::text`;

/** An upload, and the claim by which its caller works on its image. */
export type ClaimedUpload = UploadRow & { readonly claim: string };

/** Claims an upload's image for this caller alone, for so many seconds; returns nothing when there is no work to do. */
export function claimUpload(db: MediaDatabase, id: string, seconds: number): Promise<ClaimedUpload | undefined> {
  return db
    .updateTable('uploads')
    .set((eb) => ({ tries: eb('tries', '+', 1), claimed_until: future(seconds) }))
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('stored', '=', true)
    .where('tries', '<', maxTries)
    .where(unclaimed)
    .returningAll()
    .returning(claim.as('claim'))
    .executeTakeFirst();
}

/**
 * Ends the claim, so that others can try at once. `counts` is false when the image was not to blame. After its time, a claim
 * may have been followed by another one, which stays.
 */
export async function releaseUpload(db: MediaDatabase, upload: ClaimedUpload, counts: boolean): Promise<void> {
  await db
    .updateTable('uploads')
    .set((eb) => ({
      claimed_until: sql<Date | null>`nullif(${claim}, ${upload.claim})::timestamptz`,
      tries: counts ? eb.ref('tries') : eb('tries', '-', 1),
    }))
    .where('id', '=', upload.id)
    .where('state', '=', 'pending')
    .execute();
}

/** Ends the work on an upload and returns its present state; nothing when the upload does not exist any more. */
export function endUpload(
  db: MediaDatabase,
  id: string,
  end: { state: 'ready'; made: readonly MadeVariant[] } | { state: 'failed' },
): Promise<UploadState | undefined> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('uploads')
      .set({ state: end.state, claimed_until: null })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .returning('state')
      .executeTakeFirst();
    // Another worker, or the time limit, may have ended it first.
    if (!ended) return (await trx.selectFrom('uploads').select('state').where('id', '=', id).executeTakeFirst())?.state;
    if (end.state === 'ready')
      await trx
        .insertInto('variants')
        .values(end.made.map((one) => rowOf(id, one)))
        .execute();
    return ended.state;
  });
}

const rowOf = (id: string, { size, format, width, height, bytes }: MadeVariant) => ({
  upload_id: id,
  size,
  format,
  width,
  height,
  bytes,
});

/**
 * Marks as failed: images that were tried often enough, and images that have been pending for too many seconds. An image
 * whose time had run out before the caller began to watch, `watchedFor` seconds ago, gets its time anew from then on.
 */
export function failOverdue(
  db: MediaDatabase,
  { seconds, watchedFor }: { seconds: number; watchedFor: number },
): Promise<Pick<UploadRow, 'id' | 'kind'>[]> {
  const ranOutWatched = sql<boolean>`(${watchedFor >= seconds} or created_at >= ${past(seconds + watchedFor)})`;
  return db
    .updateTable('uploads')
    .set({ state: 'failed', claimed_until: null })
    .where('state', '=', 'pending')
    .where('stored', '=', true)
    .where((eb) =>
      eb.or([
        eb.and([eb('tries', '>=', maxTries), unclaimed]),
        eb.and([eb('created_at', '<', past(seconds)), ranOutWatched]),
      ]),
    )
    .returning(['id', 'kind'])
    .execute();
}

/**
 * How many images of one person wait or are being worked on: the turn of the next one. A person's first comes before
 * another's second, so that nobody's photos run out of time because of somebody else who sent a hundred.
 */
export async function countPendingOf(db: MediaDatabase, ownerId: string): Promise<number> {
  const { images } = await db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('images'))
    .where('state', '=', 'pending')
    .where('stored', '=', true)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return images;
}

const turn = sql<number>`(row_number() over (partition by owner_id order by created_at) - 1)::int`;

/** Images that have waited for so many seconds without anyone working on them, with their turns. */
export async function selectForgotten(db: MediaDatabase, seconds: number): Promise<{ id: string; turn: number }[]> {
  return db
    .selectFrom('uploads')
    .select(['id', turn.as('turn')])
    .where('state', '=', 'pending')
    .where('stored', '=', true)
    .where('tries', '<', maxTries)
    .where('created_at', '<', past(seconds))
    .where(unclaimed)
    .orderBy('turn')
    .orderBy('created_at')
    .limit(500)
    .execute();
}

/** How many images wait, and for how many seconds the oldest of them; null when none does. */
export const countPendingImages = (db: MediaDatabase) =>
  db
    .selectFrom('uploads')
    .select((eb) => [
      eb.fn.countAll<number>().as('images'),
      sql<number | null>`extract(epoch from now() - min(created_at))::float8`.as('seconds'),
    ])
    .where('state', '=', 'pending')
    .where('stored', '=', true)
    .executeTakeFirstOrThrow();
