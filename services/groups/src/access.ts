import { isOwnId } from '@koinonia/kit/ids.ts';
import type { PersonCaller } from '@koinonia/kit/caller-statement.ts';
import type { GroupsDatabase } from './database/schema.ts';
import { selectGroupsVisibleTo } from './groups/queries.ts';

/** The one way in which groups are handed out to a person. */
export async function groupsVisibleTo(db: GroupsDatabase, caller: PersonCaller) {
  return isOwnId(caller.uid) ? selectGroupsVisibleTo(db, caller.uid) : [];
}
