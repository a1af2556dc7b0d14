import { allStaff } from '@koinonia/contracts/groups.ts';
import type { listPeople, Person } from '@koinonia/contracts/identity.ts';
import { forbidden } from '@koinonia/kit/errors.ts';
import type { PersonCaller } from '@koinonia/kit/calls/caller-statement.ts';
import type { z } from 'zod';
import { personCalling } from '../access.ts';
import type { IdentityContext } from '../context.ts';
import type { PersonRow } from '../database/schema.ts';
import { countPeople, type PeopleWanted, selectPage } from './list-queries.ts';
import { presentToAdmin, presentToMember } from './present.ts';

type Query = z.output<typeof listPeople.query>;
type GroupNames = ReadonlyMap<string, string[]>;

/** Members see active people; admins see everyone, with more data. `total` counts the people on all pages. */
export async function peopleFor(
  context: IdentityContext,
  caller: PersonCaller,
  query: Query,
): Promise<{ people: Person[]; total: number }> {
  const { role } = await personCalling(context.db, caller);
  if (role !== 'admin') return peopleForMember(context, query);
  const wanted: PeopleWanted = {
    search: query.search,
    forAdmin: true,
    among: await amongOf(context, query.group),
    active: query.status === undefined ? undefined : query.status === 'active',
  };
  const { rows, total, names } = await (query.sort === 'group'
    ? pageByGroup(context, wanted, query)
    : pageByColumn(context, wanted, query));
  const groups = names ?? (await context.groups.namesOf(rows.map(({ id }) => id)));
  return { people: rows.map((person) => presentToAdmin(person, groups.get(person.id) ?? [])), total };
}

async function peopleForMember(context: IdentityContext, query: Query) {
  // Members may not learn other people's groups and roles, not even by sorting.
  if (query.group !== undefined || query.status !== undefined) throw forbidden();
  if (query.sort === 'group' || query.sort === 'role') throw forbidden();
  const wanted: PeopleWanted = { search: query.search, forAdmin: false, among: null };
  const { rows, total } = await pageByColumn(context, wanted, query);
  return { people: rows.map(presentToMember), total };
}

async function amongOf({ groups }: IdentityContext, group: string | undefined): Promise<string[] | null> {
  if (group === undefined) return null;
  const { everyone, uids } = await groups.membersOf(group);
  return everyone ? null : uids;
}

interface Page {
  rows: PersonRow[];
  total: number;
  names: GroupNames | null;
}

async function pageByColumn({ db }: IdentityContext, wanted: PeopleWanted, query: Query): Promise<Page> {
  const { sort, order, offset = 0, limit } = query;
  const rows = await selectPage(db, wanted, { sort: sort === 'group' ? 'name' : sort, order, offset, limit });
  const isWhole = offset === 0 && (limit === undefined || rows.length < limit);
  return { rows, total: isWhole ? rows.length : await countPeople(db, wanted), names: null };
}

/** Groups has these names, so they are read for everyone. People who are only in 'All Staff' come last. */
async function pageByGroup(context: IdentityContext, wanted: PeopleWanted, query: Query): Promise<Page> {
  const { offset = 0, limit = Number.MAX_SAFE_INTEGER, order } = query;
  const all = await selectPage(context.db, wanted, { sort: 'name', offset: 0 });
  const names = await context.groups.namesOf(all.map(({ id }) => id));
  const { compare } = new Intl.Collator('en');
  const sign = order === 'desc' ? -1 : 1;
  const keyed = all.map((row) => ({
    row,
    key: (names.get(row.id) ?? []).filter((name) => name !== allStaff).join(', '),
  }));
  keyed.sort((one, other) => Number(one.key === '') - Number(other.key === '') || sign * compare(one.key, other.key));
  return { rows: keyed.slice(offset, offset + limit).map(({ row }) => row), total: all.length, names };
}
