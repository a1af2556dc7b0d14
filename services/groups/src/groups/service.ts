import type { BodyOf } from '@koinonia/contracts/call.ts';
import type { changeGroup, createGroup, DeletedGroup, Group } from '@koinonia/contracts/groups.ts';
import { codeOf } from '@koinonia/kit/code-of.ts';
import { conflict, forbidden, notFound } from '@koinonia/kit/errors.ts';
import { newId } from '@koinonia/kit/ids.ts';
import type { Actor } from '@koinonia/kit/http/routes.ts';
import type { GroupsContext } from '../context.ts';
import type { GroupRow, GroupsDatabase } from '../database/schema.ts';
import { type Acting, keepNews } from '../news/news.ts';
import { newGroupName } from './group-name.ts';
import { presentDeletedGroup, presentGroup, presentState } from './present.ts';
import * as queries from './queries.ts';
import { texts } from '../texts.ts';

export async function addGroup(
  context: GroupsContext,
  actor: Actor,
  asked: BodyOf<typeof createGroup>,
): Promise<Group> {
  await context.people.requireAdmin(actor);
  const named = newGroupName(asked.name);
  const group = await change(context, async (trx) => {
    const made = await queries.insertGroup(trx, { id: newId(), ...named, is_private: asked.isPrivate ?? false });
    const after = presentState(made);
    await keepNews(trx, { ...about(actor, made), act: 'group.created', before: null, after, people: [] });
    return made;
  });
  return presentGroup({ ...group, is_member: false });
}

/** Renames a group, or makes it public or private. */
export async function changeGroupAs(
  context: GroupsContext,
  actor: Actor,
  id: string,
  asked: BodyOf<typeof changeGroup>,
): Promise<Group> {
  await context.people.requireAdmin(actor);
  const group = await change(context, async (trx) => {
    const before = await touchable(trx, id);
    const named = asked.name === undefined ? before : newGroupName(asked.name);
    const wanted = { name: named.name, name_key: named.name_key, is_private: asked.isPrivate ?? before.is_private };
    if (wanted.name === before.name && wanted.is_private === before.is_private) return before;
    const after = await queries.updateGroup(trx, id, wanted);
    await keepNews(trx, {
      ...about(actor, after),
      act: 'group.changed',
      before: presentState(before),
      after: presentState(after),
      people: before.name === after.name ? [] : await queries.selectMemberIds(trx, id),
    });
    return after;
  });
  return presentFor(context, actor, group);
}

/** Deletes a group for everyone; it is kept with its members, so that an admin can restore it. */
export async function deleteGroupAs(context: GroupsContext, actor: Actor, id: string): Promise<void> {
  await context.people.requireAdmin(actor);
  await change(context, async (trx) => {
    const before = await touchable(trx, id);
    await queries.markDeleted(trx, id, actor.uid);
    const people = await queries.selectMemberIds(trx, id);
    await keepNews(trx, {
      ...about(actor, before),
      act: 'group.deleted',
      before: presentState(before),
      after: null,
      people,
    });
  });
}

export async function restoreGroupAs(context: GroupsContext, actor: Actor, id: string): Promise<Group> {
  await context.people.requireAdmin(actor);
  const group = await change(context, async (trx) => {
    const deleted = await queries.lockDeletedGroup(trx, id);
    if (!deleted) throw notFound('group');
    await queries.markRestored(trx, id);
    const people = await queries.selectMemberIds(trx, id);
    const after = presentState(deleted);
    await keepNews(trx, { ...about(actor, deleted), act: 'group.restored', before: null, after, people });
    return deleted;
  });
  return presentFor(context, actor, group);
}

export async function deletedGroupsFor({ db, people }: GroupsContext, actor: Actor): Promise<DeletedGroup[]> {
  await people.requireAdmin(actor);
  const rows = await queries.selectDeletedGroups(db);
  const names = await people.namesOf(rows.flatMap(({ deleted_by }) => deleted_by ?? []));
  return rows.map((row) => presentDeletedGroup(row, names));
}

/** Does all of it or nothing, then tells everyone. When two groups get the same name at once, the second is refused. */
async function change<Result>(
  { db, bus, messenger }: GroupsContext,
  work: (trx: GroupsDatabase) => Promise<Result>,
): Promise<Result> {
  try {
    const result = await db.transaction().execute(work);
    await bus.publish('groupsChanged', {});
    messenger.go();
    return result;
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(texts.taken);
    throw error;
  }
}

const isUniqueViolation = (error: unknown) => codeOf(error) === '23505';

async function touchable(trx: GroupsDatabase, id: string): Promise<GroupRow> {
  const group = await queries.lockGroup(trx, id);
  if (!group) throw notFound('group');
  if (group.holds_everyone) throw forbidden(texts.untouchable);
  return group;
}

const about = (actor: Actor, { id, name }: GroupRow) => ({
  acting: { by: actor.uid, address: actor.address, userAgent: actor.userAgent } satisfies Acting,
  target: { kind: 'group' as const, id, name },
});

async function presentFor({ db }: GroupsContext, actor: Actor, group: GroupRow): Promise<Group> {
  return presentGroup({ ...group, is_member: await queries.selectIsMember(db, group.id, actor.uid) });
}
