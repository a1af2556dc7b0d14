import { allStaff, type Group } from '@koinonia/contracts/groups.ts';

/** What was ticked and unticked, by the id of the group: names may change meanwhile. */
export type MembershipEdits = ReadonlyMap<string, boolean>;

/** Whether the person is in the group, as it was edited. Everyone is in 'All Staff', whatever is asked. */
export function belongs(group: Group, current: readonly string[], edits: MembershipEdits): boolean {
  return group.name === allStaff || (edits.get(group.id) ?? current.includes(group.name));
}

/** The names of the groups that the person shall be in: of those only that there are still. */
export function groupsAfter(groups: readonly Group[], current: readonly string[], edits: MembershipEdits): string[] {
  return groups.filter((group) => belongs(group, current, edits)).map(({ name }) => name);
}

/** The edits that would change something: what was ticked and unticked again is none. */
export function isEdited(groups: readonly Group[], current: readonly string[], edits: MembershipEdits): boolean {
  return groups.some((group) => belongs(group, current, edits) !== belongs(group, current, new Map()));
}
