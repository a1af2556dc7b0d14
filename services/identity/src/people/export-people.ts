import { allStaff } from '@koinonia/contracts/groups.ts';
import type { PeopleFilter, Person } from '@koinonia/contracts/identity.ts';
import type { Actor } from '@koinonia/kit/http/routes.ts';
import { actAsAdmin, adminCalling } from '../access.ts';
import { record } from '../audit/record.ts';
import type { IdentityContext } from '../context.ts';
import { cellOfNames } from '../csv/name-list.ts';
import { byteOrderMark, csvRows } from '../csv/write-csv.ts';
import { peopleFor } from './list-people.ts';

/** Heading and content of each column, in their order. The type asks about every field of a person; null: no column. */
const columns: Record<keyof Person, readonly [heading: string, cell: (person: Person) => string] | null> = {
  displayName: ['Name', ({ displayName }) => displayName],
  email: ['Email', ({ email }) => email],
  phone: ['Phone', ({ phone }) => phone ?? ''],
  role: ['Role', ({ role }) => role ?? ''],
  groups: ['Groups', ({ groups = [] }) => cellOfNames(groups.filter((name) => name !== allStaff))],
  active: ['Active', ({ active }) => (active ? 'yes' : 'no')],
  uid: ['Id', ({ uid }) => uid],
  photoURL: null,
  deletionRequestedAt: null,
};
const written = Object.values(columns).filter((column) => column !== null);

/** The staff list as CSV. The export is recorded. */
export async function peopleAsCsv(
  context: IdentityContext,
  actor: Actor,
  { search, group, status }: PeopleFilter,
): Promise<string[]> {
  await adminCalling(context.db, actor);
  const { people, total } = await peopleFor(context, actor, { search, group, status });
  // Without the search text: it is mostly a person's name, and the log keeps its lines for ever.
  const after = { people: total, searched: Boolean(search), group: group ?? '', status: status ?? '' };
  await actAsAdmin(context.db, actor, (trx) => record(trx, actor, { act: 'people.exported', after }));
  // Other admins see the log.
  await context.bus.publish('usersChanged', {});
  return [byteOrderMark + csvRows([written.map(([heading]) => heading), ...people.map(cellsOf)])];
}

const cellsOf = (person: Person) => written.map(([, cell]) => cell(person));
