import { Role } from '@koinonia/contracts/identity.ts';
import type { InvitedLine } from '@koinonia/contracts/invitations.ts';
import { invalid } from '@koinonia/kit/errors.ts';
import { type CsvRow, readCsv } from '../csv/read-csv.ts';

const mostLines = 1000;
const mostGroups = 100;

/** What the file asks for, judged without regard to who and what there is; those questions come after it. */
export function readLines(csv: string, domain: string): InvitedLine[] {
  const rows = readCsv(csv);
  if (rows.length === 0) throw invalid('There is nobody in this file.');
  if (rows.length > mostLines) throw invalid(`A file may hold ${mostLines} people at most.`);
  if (rows[0]?.cells['email'] === undefined) throw invalid('The file needs a first line with the heading “email”.');
  const seen = new Set<string>();
  return rows.map((row) => {
    const line = lineOf(row, domain);
    const key = line.email.toLowerCase();
    if (seen.has(key)) line.errors.push('This address is in the file twice.');
    seen.add(key);
    return { ...line, outcome: line.errors.length > 0 ? 'invalid' : 'invited' };
  });
}

function lineOf({ line, cells }: CsvRow, domain: string) {
  const email = cells['email'] ?? '';
  const role = (cells['role'] ?? '').toLowerCase() || 'member';
  const groups = (cells['groups'] ?? '')
    .split(/[;|]/)
    .map((name) => name.trim())
    .filter(Boolean);
  const errors: string[] = [];
  if (!/^[^\s@\0]{1,64}@[^\s@\0]{1,190}$/.test(email)) errors.push('This is no e-mail address.');
  else if (!email.toLowerCase().endsWith(`@${domain}`)) errors.push(`Only addresses of ${domain} can be invited.`);
  if (!Role.safeParse(role).success) errors.push('The role must be “member” or “admin”.');
  if (groups.length > mostGroups) errors.push(`These are more than ${mostGroups} groups.`);
  if (groups.some((name) => [...name].length > 100)) errors.push('The name of a group is too long.');
  return { line, email, role, groups, errors };
}
