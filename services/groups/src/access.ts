import type { PersonCaller } from '@koinonia/kit/calls/caller-statement.ts';
import type { GroupsContext } from './context.ts';
import { selectGroupsVisibleTo } from './groups/queries.ts';

/** The only way to load groups for a person: admins see all, others no private group that they do not belong to. */
export async function groupsVisibleTo({ db, people }: GroupsContext, { uid }: PersonCaller) {
  return selectGroupsVisibleTo(db, uid, await people.isAdmin(uid));
}
