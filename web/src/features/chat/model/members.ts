import { byName } from '../../../lib/names-in-order.ts';
import type { Directory } from '../../../lib/people.ts';

/** A member of a group as Chat Info lists them. */
export interface Member {
  readonly uid: string;
  readonly name: string;
  readonly photoURL: string;
}

/** The members of a group: this person first, then by name. */
export function membersOf(uids: readonly string[], directory: Directory, me: string): Member[] {
  const members = uids.map((uid) => {
    const { displayName, photoURL } = directory.of(uid);
    return { uid, name: displayName, photoURL };
  });
  return members.sort((a, b) => Number(b.uid === me) - Number(a.uid === me) || byName(a, b));
}
