import { allStaff } from '@koinonia/contracts/groups.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import type { GroupsDatabase } from '../database/schema.ts';
import { selectMemberships } from './queries.ts';

/** The names of each person's groups, 'All Staff' first. Whoever exists belongs to it, and who exists is identity's to say. */
export async function groupNamesOf(db: GroupsDatabase, uids: readonly string[]) {
  const names = new Map(uids.map((uid) => [uid, [allStaff as string]]));
  for (const { person_id, name } of await selectMemberships(db, uids.filter(isOwnId))) names.get(person_id)?.push(name);
  return [...names].map(([uid, groups]) => ({ uid, groups }));
}
