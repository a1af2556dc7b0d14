import { alphabetical } from '@koinonia/kit/alphabetical.ts';
import { anyOf } from '@koinonia/kit/any-of.ts';
import { sql } from 'kysely';
import type { IdentityDatabase, PersonRow } from '../database/schema.ts';
import { likePattern } from '../like-pattern.ts';

/** Filters for the list of people. */
export interface PeopleWanted {
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
  return db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .$if(!forAdmin, (query) => query.where('active', '=', true))
    .$if(active !== undefined, (query) => query.where('active', '=', active ?? true))
    .$if(among !== null, (query) => query.where('id', '=', anyOf(among ?? [])))
    .$if(search.trim() !== '', (query) => query.where(found(search, forAdmin)));
}

function found(search: string, forAdmin: boolean) {
  const pattern = likePattern(search);
  const inText = sql<boolean>`(display_name ilike ${pattern} or email ilike ${pattern})`;
  const digits = search.replace(/[\s().+-]/g, '');
  // Phone numbers are stored as typed; a search may have other spaces and signs.
  if (!forAdmin || !/^\d{3,}$/.test(digits)) return inText;
  return sql<boolean>`(${inText} or regexp_replace(phone, '\\D', '', 'g') like ${`%${digits}%`})`;
}
