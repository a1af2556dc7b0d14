import { alphabetical } from '@koinonia/kit/stores/alphabetical.ts';
import { anyOf } from '@koinonia/kit/stores/any-of.ts';
import { sql } from 'kysely';
import type { GroupsDatabase } from '../database/schema.ts';

/** One row for each membership of these people in groups that are not deleted; 'All Staff' has none. */
export function selectMemberships(db: GroupsDatabase, uids: readonly string[]) {
  return db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .select(['memberships.person_id', 'memberships.created_at', 'groups.id', 'groups.name'])
    .where('memberships.person_id', '=', anyOf(uids))
    .where('groups.deleted_at', 'is', null)
    .orderBy(alphabetical('groups.name_key'))
    .orderBy('groups.name_key')
    .execute();
}

const selectGroups = (db: GroupsDatabase) =>
  db.selectFrom('groups').select(['id', 'name', 'name_key', 'holds_everyone']).where('deleted_at', 'is', null);

export type GroupRow = Awaited<ReturnType<typeof selectGroupsById>>[number];

export const selectGroupsByKey = (db: GroupsDatabase, keys: readonly string[]) =>
  selectGroups(db)
    .where('name_key', '=', sql<string>`any(${keys}::text[])`)
    .execute();

export const selectGroupsById = (db: GroupsDatabase, ids: readonly string[]) =>
  selectGroups(db).where('id', '=', anyOf(ids)).execute();

/** Until the transaction ends, nobody else can change this person's groups, and none of these groups can be deleted. */
export async function lockFor(trx: GroupsDatabase, uid: string, groupIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`koinonia groups of ${uid}`}, 0))`.execute(trx);
  await sql`select from groups where id = any(${groupIds}::uuid[]) order by id for share`.execute(trx);
}

export async function insertMemberships(trx: GroupsDatabase, uid: string, groupIds: readonly string[]): Promise<void> {
  if (groupIds.length === 0) return;
  await trx
    .insertInto('memberships')
    .values(groupIds.map((group_id) => ({ group_id, person_id: uid })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteMemberships(trx: GroupsDatabase, uid: string, groupIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('memberships').where('person_id', '=', uid).where('group_id', '=', anyOf(groupIds)).execute();
}

export async function deleteAllMemberships(db: GroupsDatabase, uid: string): Promise<void> {
  await db.deleteFrom('memberships').where('person_id', '=', uid).execute();
}
