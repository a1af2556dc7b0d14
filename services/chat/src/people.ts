import { lookUpPeople } from '@koinonia/contracts/identity.ts';
import { invalid } from '@koinonia/kit/errors.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import type { ServiceClient } from '@koinonia/kit/service-client.ts';
import { texts } from './texts.ts';

const atOnce = 5000;

/** What chat must know of people, who live in identity. Both throw `unavailable` while identity is away. */
export interface People {
  /** Throws `invalid` unless all of them exist and are active. */
  requireActive(uids: readonly string[]): Promise<void>;
  /** Which of these are admins. */
  adminsAmong(uids: readonly string[]): Promise<string[]>;
}

export function createPeople(identity: ServiceClient): People {
  async function lookUp(uids: readonly string[]) {
    const found = [];
    for (let from = 0; from < uids.length; from += atOnce) {
      found.push(...(await identity.call(lookUpPeople, { body: { uids: uids.slice(from, from + atOnce) } })));
    }
    return found;
  }

  return {
    async requireActive(uids) {
      if (!uids.every(isOwnId)) throw invalid(texts.unknownPerson);
      const active = new Set((await lookUp(uids)).filter((person) => person.active).map(({ uid }) => uid));
      if (!uids.every((uid) => active.has(uid))) throw invalid(texts.unknownPerson);
    },
    async adminsAmong(uids) {
      return (await lookUp(uids)).filter(({ role, active }) => role === 'admin' && active).map(({ uid }) => uid);
    },
  };
}
