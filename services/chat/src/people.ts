import type { AnswerOf } from '@koinonia/contracts/call.ts';
import { maxIdsAtOnce } from '@koinonia/contracts/common.ts';
import { isActiveAdmin, type Me } from '@koinonia/contracts/identity.ts';
import { describePeople, listChanges, lookUpPeople } from '@koinonia/contracts/identity-internal.ts';
import { invalid } from '@koinonia/kit/errors.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import type { ServiceClient } from '@koinonia/kit/calls/service-client.ts';
import { inSlices } from '@koinonia/kit/work/slices.ts';
import { texts } from './texts.ts';

/** The data about people that chat needs from identity. All calls throw `unavailable` while identity is away. */
export interface People {
  /** Throws `invalid` unless all of them exist and are active. */
  requireActive(uids: readonly string[]): Promise<void>;
  /** The names of these people; 'Unknown' for those whom identity does not know. */
  namesOf(uids: readonly string[]): Promise<NameOf>;
  /** The same, but never throws: without identity, everybody is 'Unknown'. */
  namesOrUnknown(uids: readonly string[]): Promise<NameOf>;
  /** Which of these are admins. */
  adminsAmong(uids: readonly string[]): Promise<string[]>;
  /** Who changed after this instant of an earlier answer; nobody at the first call. */
  changesSince(since: string | null): Promise<AnswerOf<typeof listChanges>>;
  /** These people as they see themselves. */
  described(uids: readonly string[]): Promise<Me[]>;
}

/** The name of one of the people whose names were asked for. */
export type NameOf = (uid: string) => string;

export function createPeople(identity: ServiceClient): People {
  const lookUp = (asked: readonly string[]) =>
    inSlices(asked, maxIdsAtOnce, (uids) => identity.call(lookUpPeople, { body: { uids } }));

  return {
    changesSince: (since) => identity.call(listChanges, { body: { since } }),
    described: (asked) => inSlices(asked, maxIdsAtOnce, (uids) => identity.call(describePeople, { body: { uids } })),
    async requireActive(uids) {
      if (!uids.every(isOwnId)) throw invalid(texts.unknownPerson);
      const active = new Set((await lookUp(uids)).filter((person) => person.active).map(({ uid }) => uid));
      if (!uids.every((uid) => active.has(uid))) throw invalid(texts.unknownPerson);
    },
    namesOf: async (uids) => nameAmong(await lookUp(uids)),
    namesOrUnknown: async (uids) => nameAmong(await lookUp(uids).catch(() => [])),
    async adminsAmong(uids) {
      return (await lookUp(uids)).filter(isActiveAdmin).map(({ uid }) => uid);
    },
  };
}

function nameAmong(known: AnswerOf<typeof lookUpPeople>): NameOf {
  const names = new Map(known.map(({ uid, displayName }) => [uid, displayName]));
  return (uid) => names.get(uid) || texts.unknownName;
}
