import type { Person } from '@koinonia/contracts/identity.ts';
import { inOrder } from '../../../lib/names-in-order.ts';
import { isFoundBy } from '../../../lib/name-search.ts';
import { shownName } from '../../../lib/shown-name.ts';

/** The chosen people who can still be chosen: somebody may have been deactivated meanwhile. */
export function stillToChoose(chosen: readonly string[], people: readonly Person[] | undefined): readonly string[] {
  if (people === undefined) return chosen;
  const there = new Set(people.filter(({ active }) => active !== false).map(({ uid }) => uid));
  return chosen.filter((uid) => there.has(uid));
}

/**
 * People whose name or e-mail contains all the words, except `without`: first those of `first`, then by name. Accents do not
 * matter.
 */
export function peopleToChoose(
  people: readonly Person[],
  { without, words, first = [] }: { without: readonly string[]; words: string; first?: readonly string[] },
): Person[] {
  const left = new Set(without);
  const isLater = ({ uid }: Person) => Number(!first.includes(uid));
  return people
    .filter((person) => !left.has(person.uid) && person.active !== false)
    .filter(({ displayName, email }) => isFoundBy(`${displayName} ${email}`, words))
    .sort((a, b) => isLater(a) - isLater(b) || inOrder(shownName(a), shownName(b)));
}
