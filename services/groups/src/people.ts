import { isActiveAdmin } from '@koinonia/contracts/identity.ts';
import { lookUpPeople } from '@koinonia/contracts/identity-internal.ts';
import { forbidden } from '@koinonia/kit/errors.ts';
import type { PersonCaller } from '@koinonia/kit/calls/caller-statement.ts';
import type { ServiceClient } from '@koinonia/kit/calls/service-client.ts';

/** Asks identity at each call: a role is never taken from a token. Throws `unavailable` while it is away. */
export interface People {
  isAdmin(uid: string): Promise<boolean>;
  /** Throws `forbidden` unless the caller is an admin now. */
  requireAdmin(caller: PersonCaller): Promise<void>;
  /** The names of these people; unknown people are left out. */
  namesOf(uids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export function createPeople(identity: ServiceClient): People {
  async function isAdmin(uid: string): Promise<boolean> {
    const [person] = await identity.call(lookUpPeople, { body: { uids: [uid] } });
    return person !== undefined && isActiveAdmin(person);
  }
  return {
    isAdmin,
    async requireAdmin({ uid }) {
      if (!(await isAdmin(uid))) throw forbidden();
    },
    async namesOf(uids) {
      if (uids.length === 0) return new Map();
      const people = await identity.call(lookUpPeople, { body: { uids: [...new Set(uids)] } });
      return new Map(people.map(({ uid, displayName }) => [uid, displayName]));
    },
  };
}
