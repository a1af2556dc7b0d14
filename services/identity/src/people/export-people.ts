import { allStaff } from '@koinonia/contracts/groups.ts';
import type { PeopleFilter, Person } from '@koinonia/contracts/identity.ts';
import type { Actor } from '@koinonia/kit/http/routes.ts';
import { adminCalling } from '../access.ts';
import { record } from '../audit/record.ts';
import type { IdentityContext } from '../context.ts';
import { byteOrderMark, csvRows } from '../csv/write-csv.ts';
import { peopleFor } from './list-people.ts';

const headings = ['Name', 'Email', 'Phone', 'Role', 'Groups', 'Active', 'Id'];

/** The staff list as CSV. The export is recorded. */
export async function peopleAsCsv(
  context: IdentityContext,
  actor: Actor,
  { search, group, status }: PeopleFilter,
): Promise<AsyncIterable<string>> {
  await adminCalling(context.db, actor);
  const { people, total } = await peopleFor(context, actor, { search, group, status });
  // Without the search text: it is mostly a person's name, and the log keeps its lines for ever.
  const after = { people: total, searched: Boolean(search), group: group ?? '', status: status ?? '' };
  await context.db.transaction().execute((trx) => record(trx, actor, { act: 'people.exported', after }));
  return (async function* () {
    yield byteOrderMark + csvRows([headings, ...people.map(cellsOf)]);
  })();
}

const cellsOf = ({ uid, displayName, email, phone, role, groups, active }: Person) => [
  displayName,
  email,
  phone ?? '',
  role ?? '',
  (groups ?? []).filter((name) => name !== allStaff).join('; '),
  active ? 'yes' : 'no',
  uid,
];
