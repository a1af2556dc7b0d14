import type { Person } from '@koinonia/contracts/identity.ts';
import { holdsWords } from '../../../lib/plain.ts';

/** People whose name or e-mail contains all the words, except `without`, sorted by name. Accents do not matter. */
export function peopleToChoose(people: readonly Person[], without: readonly string[], words: string): Person[] {
  const left = new Set(without);
  return people
    .filter((person) => !left.has(person.uid) && person.active !== false)
    .filter(({ displayName, email }) => holdsWords(`${displayName} ${email}`, words))
    .sort((a, b) => (a.displayName || a.email).localeCompare(b.displayName || b.email));
}
