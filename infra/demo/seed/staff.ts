import { groupNameKey } from '@koinonia/groups/groups/group-name.ts';
import { newId } from '@koinonia/kit/ids.ts';
import type pg from 'pg';
import type { Somebody } from '../people/people.ts';
import { teams } from '../people/teams.ts';
import type { Chance } from '../random.ts';
import type { Member } from './plan.ts';

export interface Staff {
  readonly members: Member[];
  /** The number of people who are new. */
  readonly added: number;
}

/** Writes those of these people who do not exist yet. Existing ones stay as they are. */
export async function writeStaff(
  client: pg.Client,
  people: readonly Somebody[],
  { issuer, now, chance }: { issuer: string; now: Date; chance: Chance },
): Promise<Staff> {
  const rows = people.map((somebody) => ({
    ...somebody,
    id: newId(),
    role: somebody.isAdmin ? 'admin' : 'member',
    // Some have left: their messages stay, and they have no access.
    active: somebody.canBeChosen || somebody.isAdmin || !chance.happens(0.03),
    since: new Date(now.getTime() - chance.between(10, 900) * 24 * 3600 * 1000),
  }));
  const { rowCount } = await client.query(
    `insert into identity.users (id, issuer, subject, email, display_name, phone, role, active, created_at)
     select id, $1, subject, email, name, phone, role, active, since
     from jsonb_to_recordset($2) as given(id uuid, subject text, email text, name text, phone text, role text,
       active boolean, since timestamptz)
     on conflict (issuer, subject) do nothing`,
    [issuer, JSON.stringify(rows)],
  );
  const known = await client.query<{ id: string; subject: string; display_name: string }>(
    `select id, subject, display_name from identity.users where issuer = $1 and active`,
    [issuer],
  );
  const bySubject = new Map(known.rows.map((row) => [row.subject, row]));
  const members = people.flatMap(({ subject, language, canBeChosen }): Member[] => {
    const row = bySubject.get(subject);
    return row ? [{ uid: row.id, name: row.display_name, language, canBeChosen }] : [];
  });
  return { members, added: rowCount ?? 0 };
}

/** Writes the missing groups of the admin console, with people in them. Returns how many. */
export async function writeGroups(client: pg.Client, staff: readonly Member[], chance: Chance): Promise<number> {
  const wanted = teams.slice(0, Math.max(4, Math.ceil(staff.length / 8)));
  let written = 0;
  for (const { name, isPrivate = false } of wanted) {
    const id = newId();
    const { rowCount } = await client.query(
      `insert into groups.groups (id, name, name_key, is_private) values ($1, $2, $3, $4)
       on conflict (name_key) where deleted_at is null do nothing`,
      [id, name, groupNameKey(name), isPrivate],
    );
    if (!rowCount) continue;
    written += 1;
    const members = chance.some(staff, chance.between(2, Math.max(2, Math.min(30, Math.round(staff.length / 3)))));
    await client.query('insert into groups.memberships (group_id, person_id) select $1, unnest($2::uuid[])', [
      id,
      members.map(({ uid }) => uid),
    ]);
  }
  return written;
}
