import { getGroupNames } from '@koinonia/contracts/groups.ts';
import type { ServiceClient } from '@koinonia/kit/service-client.ts';

const atOnce = 5000;

/** Asks the groups service for the names of each person's groups; throws `unavailable` when it does not answer. */
export type GroupNamesOf = (uids: readonly string[]) => Promise<ReadonlyMap<string, string[]>>;

export function createGroupNames(groups: ServiceClient): GroupNamesOf {
  return async (uids) => {
    const names = new Map<string, string[]>();
    for (let from = 0; from < uids.length; from += atOnce) {
      const answer = await groups.call(getGroupNames, { body: { uids: uids.slice(from, from + atOnce) } });
      for (const { uid, groups: ofPerson } of answer) names.set(uid, ofPerson);
    }
    return names;
  };
}
