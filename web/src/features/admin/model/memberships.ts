import { allStaff, type Group } from '@koinonia/contracts/groups.ts';

/** The edits, by the id of the group: names may change meanwhile. */
export type MembershipEdits = ReadonlyMap<string, boolean>;

/** Whether the person is in the group after the edits. Everyone is in 'All Staff', whatever the edits say. */
export function belongs(group: Group, current: readonly string[], edits: MembershipEdits): boolean {
  return group.name === allStaff || (edits.get(group.id) ?? current.includes(group.name));
}

/**
 * The ids of the groups to add and to remove, only of groups that still exist. A group that was ticked and unticked
 * again is no change, nor is a change by another admin.
 */
export function differenceOf(groups: readonly Group[], current: readonly string[], edits: MembershipEdits) {
  const changed = groups.filter((group) => belongs(group, current, edits) !== belongs(group, current, new Map()));
  const idsOf = (chosen: boolean) => changed.filter(({ id }) => edits.get(id) === chosen).map(({ id }) => id);
  return { addToGroups: idsOf(true), removeFromGroups: idsOf(false) };
}
