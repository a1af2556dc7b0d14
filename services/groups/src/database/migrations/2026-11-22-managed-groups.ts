import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table groups add column deleted_at timestamptz`.execute(db);
  // The name of a deleted group is free again.
  await sql`alter table groups drop constraint groups_name_key_key`.execute(db);
  await sql`create unique index groups_name_key on groups (name_key) where deleted_at is null`.execute(db);
  await sql`
    create table news (
      id uuid primary key,
      act json,
      people uuid[] not null
    )`.execute(db);
}
