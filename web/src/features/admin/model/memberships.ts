import { allStaff, type Group } from '@koinonia/contracts/groups.ts';

/** What was ticked and unticked, by the id of the group: names may change meanwhile. */
export type MembershipEdits = ReadonlyMap<string, boolean>;

/** Whether the person is in the group, as it was edited. Everyone is in 'All Staff', whatever is asked. */
export function belongs(group: Group, current: readonly string[], edits: MembershipEdits): boolean {
  return group.name === allStaff || (edits.get(group.id) ?? current.includes(group.name));
}

/**
 * The ids of the groups that the person comes into and goes out of by what was ticked and unticked; of those only that
 * there are still. What was ticked and unticked again is no change, nor is what another admin has done meanwhile.
 */
export function differenceOf(groups: readonly Group[], current: readonly string[], edits: MembershipEdits) {
  const changed = groups.filter((group) => belongs(group, current, edits) !== belongs(group, current, new Map()));
  const idsOf = (chosen: boolean) => changed.filter(({ id }) => edits.get(id) === chosen).map(({ id }) => id);
  return { addToGroups: idsOf(true), removeFromGroups: idsOf(false) };
}
