import { sql } from 'kysely';
import type { GroupsDatabase } from '../database/schema.ts';

const isMember = (uid: string) =>
  sql<boolean>`(groups.holds_everyone or exists (
    select from memberships where memberships.group_id = groups.id and memberships.person_id = ${uid}::uuid))`;

/** The groups that a person may know of: public ones, and private ones that they belong to. */
export function selectGroupsVisibleTo(db: GroupsDatabase, uid: string) {
  return db
    .selectFrom('groups')
    .select(['id', 'name', 'is_private', isMember(uid).as('is_member')])
    .where((eb) => eb.or([eb('is_private', '=', false), isMember(uid)]))
    .orderBy('holds_everyone', 'desc')
    .orderBy('name_key')
    .execute();
}

/** A row for each membership of these people; the group of everyone has none. */
export function selectMemberships(db: GroupsDatabase, uids: readonly string[]) {
  return db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .select(['memberships.person_id', 'groups.name'])
    .where('memberships.person_id', '=', sql<string>`any(${uids}::uuid[])`)
    .orderBy('groups.name_key')
    .execute();
}
