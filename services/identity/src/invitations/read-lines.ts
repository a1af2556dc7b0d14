import { maxNameLength } from '@koinonia/contracts/common.ts';
import { Role } from '@koinonia/contracts/identity.ts';
import { maxInvited, type InvitedLine } from '@koinonia/contracts/invitations.ts';
import { isOfDomain } from '@koinonia/kit/auth/of-domain.ts';
import { invalid } from '@koinonia/kit/errors.ts';
import { namesIn } from '../csv/name-list.ts';
import { type CsvRow, readCsv } from '../csv/read-csv.ts';
import { texts } from '../texts.ts';

const mostGroups = 100;

/** Google issues no addresses with letters beyond ASCII, and JavaScript and PostgreSQL do not lower-case all of them alike. */
const address = /^[!-?A-~]{1,64}@[^\s@\0]{1,190}$/;

/** `groupsCell` is the whole cell with the groups' names: it may be a single name that contains a separator. */
export type ReadLine = InvitedLine & { readonly groupsCell: string };

/** The headings under which something is read. */
const known = ['email', 'role', 'groups'];
const mostIgnored = 20;

/** Validates the file's lines by themselves; whether people and groups exist is checked later. `ignored` are other headings. */
export function readLines(csv: string, domain: string): { lines: ReadLine[]; ignored: string[] } {
  const { headings, rows } = readCsv(csv);
  if (!headings.includes('email')) throw invalid(texts.noHeading);
  const twice = known.find((name) => headings.indexOf(name) !== headings.lastIndexOf(name));
  if (twice !== undefined) throw invalid(texts.headingTwice(twice));
  if (rows.length === 0) throw invalid(texts.emptyFile);
  if (rows.length > maxInvited) throw invalid(texts.longFile(maxInvited));
  const seen = new Set<string>();
  const lines = rows.map((row): ReadLine => {
    const line = lineOf(row, domain);
    const key = line.email.toLowerCase();
    if (seen.has(key)) line.errors.push(texts.addressTwice);
    seen.add(key);
    return { ...line, outcome: line.errors.length > 0 ? 'invalid' : 'invited' };
  });
  const others = headings.filter((name) => name !== '' && !known.includes(name));
  return { lines, ignored: [...new Set(others)].slice(0, mostIgnored) };
}

function lineOf({ line, cells, hasMore }: CsvRow, domain: string) {
  // A copied link begins with it.
  const email = (cells.get('email') ?? '').replace(/^mailto:/i, '');
  const role = (cells.get('role') ?? '').toLowerCase() || 'member';
  const groupsCell = cells.get('groups') ?? '';
  const groups = namesIn(groupsCell);
  const errors: string[] = [];
  if (!address.test(email)) errors.push(texts.noAddress);
  else if (!isOfDomain(email, domain)) errors.push(texts.otherDomain(domain));
  if (hasMore) errors.push(texts.moreThanHeadings);
  if (!Role.safeParse(role).success) errors.push(texts.unknownRole);
  if (groups.length > mostGroups) errors.push(texts.manyGroups(mostGroups));
  if (groups.some((name) => [...name].length > maxNameLength)) errors.push(texts.longGroupName);
  return { line, email, role, groups, groupsCell, errors };
}
