import type { Membership } from '@koinonia/contracts/groups.ts';
import {
  adjustGroupsOf,
  findGroups,
  getGroupNames,
  getMembers,
  getMemberships,
  joinGroups,
  leaveAllGroups,
  setGroupsOf,
} from '@koinonia/contracts/groups-internal.ts';
import { maxIdsAtOnce } from '@koinonia/contracts/common.ts';
import type { AnswerOf } from '@koinonia/contracts/call.ts';
import type { Actor } from '@koinonia/kit/http/routes.ts';
import type { ServiceClient } from '@koinonia/kit/calls/service-client.ts';
import { inSlices } from '@koinonia/kit/work/slices.ts';

type Acting = Pick<Actor, 'uid' | 'address' | 'userAgent'>;

interface GroupsChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** The calls to the groups service. Each throws `unavailable` when it does not answer. */
export interface Groups {
  /** The names of each person's groups, 'All Staff' first. */
  namesOf(uids: readonly string[]): Promise<ReadonlyMap<string, string[]>>;
  namesOfOne(uid: string): Promise<string[]>;
  membershipsOf(uid: string): Promise<Membership[]>;
  /** Sets a person's groups, all or none; returns their names. Throws `invalid` for a name that no group has. */
  setOf(uid: string, names: readonly string[], acting: Acting): Promise<string[]>;
  /** Adds a person to groups and removes them from others, by ids; returns the names of all their groups. */
  adjustOf(uid: string, change: GroupsChange, acting: Acting): Promise<string[]>;
  join(uid: string, groupIds: readonly string[], acting: Acting): Promise<void>;
  leaveAll(uid: string): Promise<void>;
  find(asked: { names?: readonly string[]; ids?: readonly string[] }): Promise<AnswerOf<typeof findGroups>>;
  membersOf(name: string): Promise<AnswerOf<typeof getMembers>>;
}

export function createGroups(client: ServiceClient): Groups {
  async function namesOf(asked: readonly string[]) {
    const told = await inSlices(asked, maxIdsAtOnce, (uids) => client.call(getGroupNames, { body: { uids } }));
    return new Map(told.map(({ uid, groups }) => [uid, groups]));
  }
  const told = ({ uid, address, userAgent }: Acting) => ({ by: uid, address, userAgent });

  return {
    namesOf,
    namesOfOne: async (uid) => (await namesOf([uid])).get(uid) ?? [],
    membershipsOf: (uid) => client.call(getMemberships, { params: { id: uid } }),
    async setOf(uid, names, acting) {
      const body = { groups: [...names], ...told(acting) };
      return (await client.call(setGroupsOf, { params: { id: uid }, body })).groups;
    },
    async adjustOf(uid, { add, remove }, acting) {
      const body = { add: [...add], remove: [...remove], ...told(acting) };
      return (await client.call(adjustGroupsOf, { params: { id: uid }, body })).groups;
    },
    async join(uid, groupIds, acting) {
      await client.call(joinGroups, { params: { id: uid }, body: { groupIds: [...groupIds], ...told(acting) } });
    },
    async leaveAll(uid) {
      await client.call(leaveAllGroups, { params: { id: uid } });
    },
    find: ({ names = [], ids = [] }) => client.call(findGroups, { body: { names: [...names], ids: [...ids] } }),
    membersOf: (name) => client.call(getMembers, { body: { name } }),
  };
}
