import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column deletion_declined_at timestamptz`.execute(db);
  await sql`
    create index users_deletion_requested on users (deletion_requested_at)
    where deletion_requested_at is not null`.execute(db);
  await sql`
    create table farewells (
      person_id uuid not null,
      service text not null check (service in ('groups', 'chat', 'media')),
      rounds int not null,
      due_at timestamptz not null default now(),
      primary key (person_id, service)
    )`.execute(db);
  await sql`create index farewells_due on farewells (due_at)`.execute(db);
  await sql`
    create table downloads (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      session_id uuid not null,
      prepared_at timestamptz not null default now(),
      begun_at timestamptz,
      alive_at timestamptz,
      ended_at timestamptz
    )`.execute(db);
  await sql`create index downloads_user on downloads (user_id, prepared_at)`.execute(db);
}
