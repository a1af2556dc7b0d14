import { groupRestorableDays } from '@koinonia/contracts/groups.ts';
import { alphabetical } from '@koinonia/kit/stores/alphabetical.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { sql } from 'kysely';
import type { GroupRow, GroupsDatabase } from '../database/schema.ts';

const isMember = (uid: string) =>
  sql<boolean>`(groups.holds_everyone or exists (
    select from memberships where memberships.group_id = groups.id and memberships.person_id = ${uid}::uuid))`;

const restorable = sql<boolean>`groups.deleted_at > now() - make_interval(days => ${groupRestorableDays})`;

/** The groups that a person may see: public ones, private ones that they belong to, and all groups with `all`. */
export function selectGroupsVisibleTo(db: GroupsDatabase, uid: string, all: boolean) {
  return db
    .selectFrom('groups')
    .select(['id', 'name', 'is_private', isMember(uid).as('is_member')])
    .where('deleted_at', 'is', null)
    .$if(!all, (query) => query.where((eb) => eb.or([eb('is_private', '=', false), isMember(uid)])))
    .orderBy('holds_everyone', 'desc')
    .orderBy(alphabetical('name_key'))
    .orderBy('name_key')
    .execute();
}

export async function selectIsMember(db: GroupsDatabase, groupId: string, uid: string): Promise<boolean> {
  const row = await db.selectFrom('groups').select(isMember(uid).as('it')).where('id', '=', groupId).executeTakeFirst();
  return row?.it ?? false;
}

/** A group that is not deleted, locked until the transaction ends. */
export async function lockGroup(trx: GroupsDatabase, id: string): Promise<GroupRow | undefined> {
  if (!isOwnId(id)) return undefined;
  return trx
    .selectFrom('groups')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** A deleted group that can still be restored, locked until the transaction ends. */
export async function lockDeletedGroup(trx: GroupsDatabase, id: string): Promise<GroupRow | undefined> {
  if (!isOwnId(id)) return undefined;
  return trx.selectFrom('groups').selectAll().where('id', '=', id).where(restorable).forUpdate().executeTakeFirst();
}

export function selectDeletedGroups(db: GroupsDatabase) {
  return db
    .selectFrom('groups')
    .select(['id', 'name', 'is_private', 'deleted_by'])
    .select(sql<Date>`deleted_at`.as('deleted_at'))
    .where(restorable)
    .orderBy('deleted_at', 'desc')
    .execute();
}

/** Throws PostgreSQL's `unique_violation` when the name is taken; so do `updateGroup` and `markRestored`. */
export function insertGroup(
  trx: GroupsDatabase,
  group: { id: string; name: string; name_key: string; is_private: boolean },
): Promise<GroupRow> {
  return trx.insertInto('groups').values(group).returningAll().executeTakeFirstOrThrow();
}

export function updateGroup(
  trx: GroupsDatabase,
  id: string,
  change: { name: string; name_key: string; is_private: boolean },
): Promise<GroupRow> {
  return trx.updateTable('groups').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function markRestored(trx: GroupsDatabase, id: string): Promise<void> {
  await trx.updateTable('groups').set({ deleted_at: null, deleted_by: null }).where('id', '=', id).execute();
}

export async function markDeleted(trx: GroupsDatabase, id: string, by: string): Promise<void> {
  await trx
    .updateTable('groups')
    .set({ deleted_at: sql<Date>`now()`, deleted_by: by })
    .where('id', '=', id)
    .execute();
}

/** Deletes, with their memberships, the groups that can no longer be restored. */
export async function deleteOutlivedGroups(db: GroupsDatabase): Promise<void> {
  await db
    .deleteFrom('groups')
    .where('deleted_at', 'is not', null)
    .where(sql<boolean>`not ${restorable}`)
    .execute();
}

export async function selectMemberIds(db: GroupsDatabase, groupId: string): Promise<string[]> {
  const rows = await db.selectFrom('memberships').select('person_id').where('group_id', '=', groupId).execute();
  return rows.map(({ person_id }) => person_id);
}
