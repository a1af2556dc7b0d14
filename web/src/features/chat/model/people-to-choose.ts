import type { Person } from '@koinonia/contracts/identity.ts';
import { holdsWords } from '../../../lib/plain.ts';

/** Everyone but oneself whose name or e-mail holds all the words, by name. Accents need not be typed. */
export function peopleToChoose(people: readonly Person[], me: string, words: string): Person[] {
  return people
    .filter((person) => person.uid !== me && person.active !== false)
    .filter(({ displayName, email }) => holdsWords(`${displayName} ${email}`, words))
    .sort((a, b) => (a.displayName || a.email).localeCompare(b.displayName || b.email));
}
