import { alphabetical } from '@koinonia/kit/stores/alphabetical.ts';
import { plainNumber } from '@koinonia/contracts/phone-digits.ts';
import { anyOf } from '@koinonia/kit/stores/any-of.ts';
import { sql } from 'kysely';
import type { IdentityDatabase, PersonRow } from '../database/schema.ts';
import { holdsWords, wordsToFind } from '../holds-words.ts';

/** Filters for the list of people. */
export interface PeopleWanted {
  /** Words, or parts of them, that must all be found in the name and the address, in any order. */
  search?: string | undefined;
  /** Admins also see people without access, and find people by phone. */
  forAdmin: boolean;
  /** Only these people; null for all. */
  among: readonly string[] | null;
  /** True for only people with access, false for only people without. */
  active?: boolean | undefined;
}

interface Paging {
  sort?: 'name' | 'email' | 'role' | undefined;
  order?: 'asc' | 'desc' | undefined;
  offset: number;
  limit?: number | undefined;
}

const byName = alphabetical('display_name');
const sortKeys = { name: byName, email: alphabetical('email'), role: sql`role` } as const;

export function selectPage(db: IdentityDatabase, wanted: PeopleWanted, paging: Paging): Promise<PersonRow[]> {
  return matching(db, wanted)
    .selectAll()
    .orderBy(sortKeys[paging.sort ?? 'name'], paging.order ?? 'asc')
    .orderBy(byName)
    .orderBy('id')
    .offset(paging.offset)
    .$if(paging.limit !== undefined, (query) => query.limit(paging.limit ?? 0))
    .execute();
}

export async function countPeople(db: IdentityDatabase, wanted: PeopleWanted): Promise<number> {
  const { people } = await matching(db, wanted)
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow();
  return people;
}

function matching(db: IdentityDatabase, { search = '', forAdmin, among, active }: PeopleWanted) {
  const words = wordsToFind(search);
  return db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .$if(!forAdmin, (query) => query.where('active', '=', true))
    .$if(active !== undefined, (query) => query.where('active', '=', active ?? true))
    .$if(among !== null, (query) => query.where('id', '=', anyOf(among ?? [])))
    .$if(words.length > 0, (query) => query.where(found(words, forAdmin)));
}

const nameAndEmail = sql<string>`display_name || ' ' || email`;
const isOfNumber = (word: string) => /^[\d().+/\u2212\p{Pd}]*$/u.test(plainNumber(word));

/** Numbers are stored with plain digits, but with any spaces and signs. */
const storedDigits = sql<string>`regexp_replace(phone, '[^0-9]', '', 'g')`;

const fewestDigits = 3;
const countryOfUs = /^(?:\+1(?=\d{3})|1(?=\d{10}$))/;

/** The digits that a phone number may be stored with: many leave out the country code of the US. None if there are too few. */
function writingsOf(words: readonly string[]): string[] {
  const typed = plainNumber(words.join('')).replace(/[^\d+]/g, '');
  const writings = [typed, typed.replace(countryOfUs, '')].map((number) => number.replaceAll('+', ''));
  return writings.filter(({ length }) => length >= fewestDigits);
}

function found(words: readonly string[], forAdmin: boolean) {
  const inText = holdsWords(nameAndEmail, words);
  const numbers = forAdmin ? writingsOf(words.filter(isOfNumber)) : [];
  if (numbers.length === 0) return inText;
  const patterns = numbers.map((digits) => `%${digits}%`);
  const others = holdsWords(
    nameAndEmail,
    words.filter((word) => !isOfNumber(word)),
  );
  return sql<boolean>`(${inText} or (${storedDigits} like any (${patterns}::text[]) and ${others}))`;
}
