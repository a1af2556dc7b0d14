import { sql } from 'kysely';
import type { IdentityDatabase } from '../database/schema.ts';

const now = sql<Date>`clock_timestamp()`;
/** Its process no longer updates `alive_at`. */
const hasDied = sql<boolean>`(ended_at is null and alive_at <= now() - interval '1 minute')`;

/** Serialises a person's downloads, so that two simultaneous calls cannot both pass the limit. Until the transaction ends. */
export async function lockDownloadsOf(trx: IdentityDatabase, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`koinonia download ${uid}`}))`.execute(trx);
}

/** How many downloads began in the last 24 hours and did not die, when the first of them began, and whether one is running. */
export function selectRecent(trx: IdentityDatabase, uid: string) {
  return trx
    .selectFrom('downloads')
    .select((eb) => [
      eb.fn.countAll<number>().as('begun'),
      eb.fn.min('begun_at').as('first'),
      sql<boolean>`coalesce(bool_or(ended_at is null), false)`.as('under_way'),
    ])
    .where('user_id', '=', uid)
    .where('begun_at', '>', sql<Date>`now() - interval '1 day'`)
    .where(sql<boolean>`not ${hasDied}`)
    .executeTakeFirstOrThrow();
}

export async function insertDownload(
  trx: IdentityDatabase,
  download: { id: string; user_id: string; session_id: string },
): Promise<void> {
  await trx.insertInto('downloads').values(download).execute();
}

/** Deletes the downloads of a person that no longer count for the limit, and those that were prepared and not begun in time. */
export async function deleteOutdatedOf(trx: IdentityDatabase, uid: string): Promise<void> {
  await trx
    .deleteFrom('downloads')
    .where('user_id', '=', uid)
    .where((eb) => eb.or([isOutdated, sql<boolean>`begun_at is null and not ${isInTime}`]))
    .execute();
}

/** Also of people who do not come back: it says when they were here. */
export async function deleteOutdated(db: IdentityDatabase): Promise<void> {
  await db.deleteFrom('downloads').where(isOutdated).execute();
}

const isOutdated = sql<boolean>`prepared_at < now() - interval '2 days'`;

const isInTime = sql<boolean>`prepared_at > now() - interval '1 minute'`;
const isPrepared = (id: string, sessionId: string) =>
  sql<boolean>`id = ${id} and session_id = ${sessionId} and begun_at is null and ${isInTime}`;

/** Nothing when the download is of another session, used, or expired. */
export function selectPrepared(db: IdentityDatabase, id: string, sessionId: string) {
  return db.selectFrom('downloads').select('id').where(isPrepared(id, sessionId)).executeTakeFirst();
}

/** Claims a prepared download for this read; returns its owner, or nothing when there is none for it (any more). */
export function beginDownload(trx: IdentityDatabase, id: string, sessionId: string) {
  return trx
    .updateTable('downloads')
    .set({ begun_at: now, alive_at: now })
    .where(isPrepared(id, sessionId))
    .returning('user_id')
    .executeTakeFirst();
}

export async function tellAlive(db: IdentityDatabase, id: string): Promise<void> {
  await db.updateTable('downloads').set({ alive_at: now }).where('id', '=', id).execute();
}

export async function endDownload(db: IdentityDatabase, id: string): Promise<void> {
  await db.updateTable('downloads').set({ ended_at: now }).where('id', '=', id).execute();
}

export async function deleteDownload(db: IdentityDatabase, id: string): Promise<void> {
  await db.deleteFrom('downloads').where('id', '=', id).execute();
}

export async function deleteDownloadsOf(trx: IdentityDatabase, uid: string): Promise<void> {
  await trx.deleteFrom('downloads').where('user_id', '=', uid).execute();
}
