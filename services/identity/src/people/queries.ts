import { formerMember, type Role, type Theme } from '@koinonia/contracts/identity.ts';
import type { IssuedIdentity } from '@koinonia/contracts/identity-internal.ts';
import { notFound } from '@koinonia/kit/errors.ts';
import { anyOf } from '@koinonia/kit/stores/any-of.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { type Insertable, sql } from 'kysely';
import type { IdentityDatabase, IdentityTables, PersonRow } from '../database/schema.ts';

export async function selectPerson(db: IdentityDatabase, uid: string): Promise<PersonRow | undefined> {
  if (!isOwnId(uid)) return undefined;
  return db.selectFrom('users').selectAll().where('id', '=', uid).executeTakeFirst();
}

/** As `selectPerson`, without former members. */
export async function selectPresentPerson(db: IdentityDatabase, uid: string): Promise<PersonRow | undefined> {
  const person = await selectPerson(db, uid);
  return person?.deleted_at === null ? person : undefined;
}

/** Ignores case. Usually one person, but an address may pass to somebody else. */
export function selectPresentPeopleByEmail(db: IdentityDatabase, email: string): Promise<PersonRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('deleted_at', 'is', null)
    .execute();
}

export function selectPeople(db: IdentityDatabase, uids: readonly string[]): Promise<PersonRow[]> {
  return db.selectFrom('users').selectAll().where('id', '=', anyOf(uids)).execute();
}

/** The existing people among these holders of ID tokens, in any order. */
export function selectPeopleByIssued(
  db: IdentityDatabase,
  issued: readonly Pick<IssuedIdentity, 'issuer' | 'subject'>[],
) {
  const issuers = issued.map(({ issuer }) => issuer);
  const subjects = issued.map(({ subject }) => subject);
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`(issuer, subject) in (select * from unnest(${issuers}::text[], ${subjects}::text[]))`)
    .execute();
}

/** The new row, or nothing when this holder of an ID token already has one. */
export function insertPerson(db: IdentityDatabase, person: Insertable<IdentityTables['users']>) {
  return db
    .insertInto('users')
    .values(person)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Not the start of the transaction, which may have waited long: the other services' sweeps may be past that time. */
const now = sql<Date>`clock_timestamp()`;

/** Marks a change of these people's groups, which are stored elsewhere. */
export async function touchPeople(trx: IdentityDatabase, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return;
  await trx.updateTable('users').set({ changed_at: now }).where('id', '=', anyOf(uids)).execute();
}

/** The row with the address of this ID token; nothing when the stored one is of a newer token. */
export function updateEmail(db: IdentityDatabase, uid: string, { email, issuedAt }: IssuedIdentity) {
  return db
    .updateTable('users')
    .set({ email, email_issued_at: issuedAt ?? null, changed_at: now })
    .where('id', '=', uid)
    .where('deleted_at', 'is', null)
    .$if(issuedAt !== undefined, (query) =>
      query.where((eb) => eb.or([eb('email_issued_at', 'is', null), eb('email_issued_at', '<=', issuedAt!)])),
    )
    .returningAll()
    .executeTakeFirst();
}

interface PersonChange {
  display_name?: string | undefined;
  phone?: string | undefined;
  theme?: Theme | undefined;
  role?: Role | undefined;
  active?: boolean | undefined;
}

/** Needs at least one change; `undefined` fields stay as they are. The row of a former member is never changed. */
export async function updatePerson(db: IdentityDatabase, uid: string, change: PersonChange): Promise<PersonRow> {
  const person = await db
    .updateTable('users')
    .set({ ...change, changed_at: now })
    .where('id', '=', uid)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!person) throw notFound('person');
  return person;
}

/**
 * Whether this person is active, and stays so until the transaction ends: a deactivation or a deletion waits for it, or it for
 * them.
 */
export async function lockActivePerson(trx: IdentityDatabase, uid: string): Promise<boolean> {
  const active = trx.selectFrom('users').select('id').where('id', '=', uid).where('active', '=', true);
  return (await active.forShare().executeTakeFirst()) !== undefined;
}

/** Every column except `id` and `created_at`: the type makes sure that a new column is not forgotten below. */
type ForgottenColumn = Exclude<keyof IdentityTables['users'], 'id' | 'created_at'>;

/**
 * Deletes all of a person's data but keeps the row. A person who returns is a new one: issuer and subject are free again. False,
 * and nothing is deleted, when they do not request it although it is `onlyIfRequested`.
 */
export async function blankPerson(trx: IdentityDatabase, uid: string, onlyIfRequested: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({
      issuer: '',
      subject: `deleted ${uid}`,
      email: '',
      email_issued_at: null,
      display_name: formerMember,
      phone: '',
      photo_url: '',
      role: 'member',
      theme: 'auto',
      active: false,
      deletion_requested_at: null,
      deletion_declined_at: null,
      changed_at: now,
      deleted_at: now,
    } as const satisfies Record<ForgottenColumn, unknown>)
    .where('id', '=', uid)
    .$if(onlyIfRequested, (query) => query.where('deletion_requested_at', 'is not', null))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The row with its new photo; nothing when there is no such person, or when the existing photo stays. */
export async function updatePhoto(db: IdentityDatabase, uid: string, photoUrl: string, unlessSet: boolean) {
  if (!isOwnId(uid)) return undefined;
  return db
    .updateTable('users')
    .set({ photo_url: photoUrl, changed_at: now })
    .where('id', '=', uid)
    .where('deleted_at', 'is', null)
    .$if(unlessSet, (query) => query.where('photo_url', '=', ''))
    .returningAll()
    .executeTakeFirst();
}

/** Until the transaction ends, nobody else can change who is an admin: each such change depends on all admins. */
export async function lockAdmins(trx: IdentityDatabase): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('koinonia identity admins'))`.execute(trx);
}

export async function countActiveAdmins(db: IdentityDatabase): Promise<number> {
  const { admins } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('admins'))
    .where('role', '=', 'admin')
    .where('active', '=', true)
    .executeTakeFirstOrThrow();
  return admins;
}

/**
 * The people among these ids who have no access, unknown ids included. Called every two seconds about everyone who is
 * connected; the answer is usually empty.
 */
export async function selectInactive(db: IdentityDatabase, uids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select asked.id from unnest(string_to_array(${uids.filter(isOwnId).join()}, ',')::uuid[]) as asked (id)
    where not exists (select from users where users.id = asked.id and users.active)`.execute(db);
  return [...uids.filter((uid) => !isOwnId(uid)), ...rows.map(({ id }) => id)];
}

export function selectChangedAfter(db: IdentityDatabase, time: Date) {
  return db.selectFrom('users').select(['id', 'changed_at']).where('changed_at', '>', time).execute();
}
