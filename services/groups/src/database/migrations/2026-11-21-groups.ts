import { allStaff } from '@koinonia/contracts/groups.ts';
import { newId } from '@koinonia/kit/ids.ts';
import { type Kysely, sql } from 'kysely';
import { groupNameKey } from '../../groups/group-name.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table groups (
      id uuid primary key,
      name text not null,
      name_key text not null unique,
      is_private boolean not null default false,
      holds_everyone boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index groups_holds_everyone on groups (holds_everyone) where holds_everyone`.execute(db);
  await sql`
    create table memberships (
      group_id uuid not null references groups (id) on delete cascade,
      person_id uuid not null,
      created_at timestamptz not null default now(),
      primary key (group_id, person_id)
    )`.execute(db);
  await sql`create index memberships_person_id on memberships (person_id)`.execute(db);
  await sql`
    insert into groups (id, name, name_key, holds_everyone)
    values (${newId()}, ${allStaff}, ${groupNameKey(allStaff)}, true)`.execute(db);
}
