import { allStaff, type Membership } from '@koinonia/contracts/groups.ts';
import { invalid, notFound, unavailable } from '@koinonia/kit/errors.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import type { GroupsContext } from '../context.ts';
import type { GroupsDatabase } from '../database/schema.ts';
import { groupNameKey } from '../groups/group-name.ts';
import { selectMemberIds } from '../groups/queries.ts';
import { texts } from '../texts.ts';
import { type Acting, keepNews } from '../news/news.ts';
import * as queries from './queries.ts';

/** The names of each person's groups, 'All Staff' first. Everyone who exists belongs to it; only identity knows who exists. */
export async function groupNamesOf(db: GroupsDatabase, uids: readonly string[]) {
  const names = new Map(uids.map((uid) => [uid, [allStaff as string]]));
  for (const { person_id, name } of await queries.selectMemberships(db, uids)) names.get(person_id)?.push(name);
  return [...names].map(([uid, groups]) => ({ uid, groups }));
}

/** A person's groups without 'All Staff', and since when they are in each. */
export async function membershipsOf(db: GroupsDatabase, uid: string): Promise<Membership[]> {
  const memberships = await queries.selectMemberships(db, [uid]);
  return memberships.map(({ name, created_at }) => ({ group: name, since: created_at.toISOString() }));
}

/** A change that identity asks for. It asks another node when this one is slow: then the change must not be made any more. */
export interface AskedChange {
  readonly uid: string;
  readonly acting: Acting;
  callerWaits(): boolean;
}

/** Sets a person's groups; returns their names, 'All Staff' first. Throws `invalid` for a name that no group has. */
export async function setGroups(context: GroupsContext, change: AskedChange, names: readonly string[]) {
  const wanted = await groupsCalled(context.db, names);
  return changeGroupsOf(context, change, wanted, (had) => had.filter(({ id }) => !wanted.some((one) => one.id === id)));
}

/** Adds a person to some groups and removes them from others. Throws `invalid` when a group to add is gone. */
export async function adjustGroups(
  context: GroupsContext,
  change: AskedChange,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
) {
  const groups = await queries.selectGroupsById(context.db, add);
  if (groups.length < new Set(add).size) throw invalid(texts.justDeleted);
  return changeGroupsOf(context, change, groups, (had) => had.filter(({ id }) => remove.includes(id)));
}

/** Adds a person to these groups; groups that are gone by now are left out. */
export async function addToGroups(context: GroupsContext, change: AskedChange, ids: readonly string[]) {
  await changeGroupsOf(context, change, await queries.selectGroupsById(context.db, ids), () => []);
}

export async function leaveAll({ db }: GroupsContext, uid: string): Promise<void> {
  if (isOwnId(uid)) await queries.deleteAllMemberships(db, uid);
}

export async function findByNameOrId(db: GroupsDatabase, names: readonly string[], ids: readonly string[]) {
  const keys = new Map(names.map((name) => [name, groupNameKey(name)]));
  const byKey = new Map(
    (await queries.selectGroupsByKey(db, [...keys.values()])).map((group) => [group.name_key, group]),
  );
  const byName = [...keys].flatMap(([asked, key]) => {
    const group = byKey.get(key);
    return group ? [{ asked, id: group.id, name: group.name }] : [];
  });
  const byId = (await queries.selectGroupsById(db, ids)).map(({ id, name }) => ({ asked: id, id, name }));
  return [...byName, ...byId];
}

export async function membersOf(db: GroupsDatabase, name: string): Promise<{ everyone: boolean; uids: string[] }> {
  const [group] = await queries.selectGroupsByKey(db, [groupNameKey(name)]);
  if (!group) return { everyone: false, uids: [] };
  return { everyone: group.holds_everyone, uids: group.holds_everyone ? [] : await selectMemberIds(db, group.id) };
}

async function groupsCalled(db: GroupsDatabase, names: readonly string[]): Promise<queries.GroupRow[]> {
  const found = await queries.selectGroupsByKey(db, names.map(groupNameKey));
  const known = new Set(found.map(({ name_key }) => name_key));
  const unknown = names.find((name) => !known.has(groupNameKey(name)));
  if (unknown !== undefined) throw invalid(texts.unknown(unknown));
  return found;
}

/** 'All Staff' among the wanted ones is left out: everyone belongs to it. */
async function changeGroupsOf(
  { db, messenger }: GroupsContext,
  { uid, acting, callerWaits }: AskedChange,
  wanted: readonly queries.GroupRow[],
  unwantedOf: (had: readonly { id: string }[]) => readonly { id: string }[],
): Promise<string[]> {
  if (!isOwnId(uid)) throw notFound('person');
  const names = await db.transaction().execute(async (trx) => {
    const wantedIds = wanted.filter((group) => !group.holds_everyone).map(({ id }) => id);
    await queries.lockFor(trx, uid, wantedIds);
    if (!callerWaits()) throw unavailable('the caller has given up');
    // Checked again, now that none can be deleted: one may have been deleted a moment ago.
    if ((await queries.selectGroupsById(trx, wantedIds)).length < wantedIds.length) throw invalid(texts.justDeleted);
    const before = await queries.selectMemberships(trx, [uid]);
    const unwanted = unwantedOf(before);
    const missing = wantedIds.filter((id) => !before.some((group) => group.id === id));
    const namesBefore = [allStaff, ...before.map(({ name }) => name)];
    if (unwanted.length === 0 && missing.length === 0) return namesBefore;
    await queries.deleteMemberships(
      trx,
      uid,
      unwanted.map(({ id }) => id),
    );
    await queries.insertMemberships(trx, uid, missing);
    const namesAfter = [allStaff, ...(await queries.selectMemberships(trx, [uid])).map(({ name }) => name)];
    await keepNews(trx, {
      acting,
      act: 'person.groups',
      target: { kind: 'person', id: uid, name: '' },
      before: { groups: namesBefore },
      after: { groups: namesAfter },
      people: [uid],
    });
    return namesAfter;
  });
  messenger.go();
  return names;
}
