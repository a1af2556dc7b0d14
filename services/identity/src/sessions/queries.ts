import { isOwnId } from '@koinonia/kit/ids.ts';
import { sql } from 'kysely';
import type { IdentityDatabase } from '../database/schema.ts';

/** A session ends so many days after sign-in. */
const longestSessionDays = 30;
/** Its cookie lives on, as long as browsers keep any: a lost device may come back late, and must learn that it was signed out. */
export const cookieDays = 400;
/** It also ends after so many days without use. */
const unusedDays = 7;
/** Only the database's clock counts. */
const longestLife = sql`make_interval(days => ${sql.lit(longestSessionDays)})`;
const isUsed = sql<boolean>`(
  sessions.created_at > now() - ${longestLife}
  and sessions.last_seen_at > now() - make_interval(days => ${sql.lit(unusedDays)}))`;
const inEffect = sql<boolean>`(sessions.ended_at is null and ${isUsed})`;

/** An update at each call would turn every read of the product into a write. */
const seenLongAgo = sql<boolean>`sessions.last_seen_at < now() - interval '5 minutes'`;

/**
 * Returns false, and inserts nothing, when the person is not active. The lock on their row makes this and a simultaneous
 * deactivation wait for each other, so that no session survives the deactivation.
 */
export async function insertSession(
  db: IdentityDatabase,
  session: { id: string; tokenHash: Buffer; uid: string; sealedDevice: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('sessions')
    .columns(['id', 'token_hash', 'user_id', 'sealed_device'])
    .expression(
      db
        .selectFrom('users')
        .select([
          sql<string>`${session.id}::uuid`.as('id'),
          sql<Buffer>`${session.tokenHash}::bytea`.as('token_hash'),
          'users.id as user_id',
          sql<string>`${session.sealedDevice}::text`.as('sealed_device'),
        ])
        .where('users.id', '=', session.uid)
        .where('users.active', '=', true)
        .forShare(),
    )
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The session of a cookie, even if it has ended: the answer depends on its person. */
export function selectSessionByHash(db: IdentityDatabase, tokenHash: Buffer) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'users.active'])
    .select([inEffect.as('in_effect'), seenLongAgo.as('seen_long_ago')])
    .select(sql<boolean>`sessions.ended_at is not null`.as('was_ended'))
    .where('sessions.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function updateLastSeen(db: IdentityDatabase, id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: sql`now()` })
    .where('id', '=', id)
    .where(seenLongAgo)
    .execute();
}

/** The sessions among these ids that are not in effect, unknown ids included. */
export async function selectEnded(db: IdentityDatabase, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select asked.id from unnest(string_to_array(${ids.filter(isOwnId).join()}, ',')::uuid[]) as asked (id)
    where not exists (select from sessions where sessions.id = asked.id and ${inEffect})`.execute(db);
  return [...ids.filter((id) => !isOwnId(id)), ...rows.map(({ id }) => id)];
}

export function selectSessionsOf(db: IdentityDatabase, uid: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'sealed_device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', uid)
    .where(inEffect)
    .orderBy('last_seen_at', 'desc')
    .execute();
}

/** A session that has ended says that it has, and nothing about its device. */
const ended = { ended_at: sql<Date>`now()`, sealed_device: '' };

/** Ends one session in effect, of this person only; false when there is none. */
export async function endSessionOf(db: IdentityDatabase, uid: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set(ended)
    .where('id', '=', id)
    .where('user_id', '=', uid)
    .where(inEffect)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Ends the session of a cookie if it is in effect; returns its id. It is deleted and not marked as ended: should the browser
 * not get its new cookie, nobody has lost a device, and what its person has not sent yet stays there.
 */
export async function deleteReplacedSession(db: IdentityDatabase, tokenHash: Buffer): Promise<string[]> {
  const ended = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .where(inEffect)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/** Ends all sessions of a person; returns the ids of those that were in effect. */
export async function endSessionsOf(db: IdentityDatabase, uid: string): Promise<string[]> {
  const rows = await db
    .updateTable('sessions')
    .set(ended)
    .where('user_id', '=', uid)
    .where('ended_at', 'is', null)
    .returning(['id', isUsed.as('is_used')])
    .execute();
  return rows.filter((row) => row.is_used).map(({ id }) => id);
}

/** False for a database on which identity has never run. */
export async function hasSessions(db: IdentityDatabase): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('sessions') is not null as found`.execute(db);
  return rows[0]?.found ?? false;
}

/**
 * Ends the sessions of everybody; returns how many were in effect. They are deleted and not marked as ended: nobody has lost a
 * device, so what people have not sent yet stays on theirs.
 */
export async function endAllSessions(db: IdentityDatabase): Promise<number> {
  const ended = await db.deleteFrom('sessions').where('ended_at', 'is', null).returning(isUsed.as('is_used')).execute();
  return ended.filter((row) => row.is_used).length;
}

/**
 * Ends all sessions of a person and forgets their devices; returns their ids. The rows stay until their cookies expire: from
 * them, each device learns that it must delete everything of its person.
 */
export async function forgetSessionsOf(db: IdentityDatabase, uid: string): Promise<string[]> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: sql`coalesce(ended_at, now())`, sealed_device: '' })
    .where('user_id', '=', uid)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/** Forgets the devices of sessions that ended because nobody used them. */
export async function forgetUnusedDevices(db: IdentityDatabase): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ sealed_device: '' })
    .where('sealed_device', '!=', '')
    .where((eb) => eb.not(inEffect))
    .execute();
}

/** Deletes all sessions that have lived their time, with their devices; those that somebody ended, when their cookies expire. */
export async function deleteOutlivedSessions(db: IdentityDatabase): Promise<void> {
  await sql`
    delete from sessions
    where created_at < now() - case when ended_at is null then ${longestLife}
      else make_interval(days => ${sql.lit(cookieDays)}) end`.execute(db);
}
