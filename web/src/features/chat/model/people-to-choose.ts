import type { Person } from '@koinonia/contracts/identity.ts';

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Everyone but oneself whose name or e-mail holds all the words, by name. Accents need not be typed. */
export function peopleToChoose(people: readonly Person[], me: string, words: string): Person[] {
  const wanted = plain(words).split(/\s+/);
  return people
    .filter((person) => person.uid !== me && person.active !== false)
    .filter(({ displayName, email }) => wanted.every((word) => plain(`${displayName} ${email}`).includes(word)))
    .sort((a, b) => (a.displayName || a.email).localeCompare(b.displayName || b.email));
}
