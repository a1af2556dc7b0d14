import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column changed_at timestamptz not null default now(),
      add column deletion_requested_at timestamptz,
      add column deleted_at timestamptz`.execute(db);
  await sql`create index users_changed_at on users (changed_at)`.execute(db);
  await createAuditLog(db);
  await sql`
    create table invitations (
      id uuid primary key,
      email text not null,
      role text not null check (role in ('member', 'admin')),
      group_ids uuid[] not null,
      invited_by uuid not null,
      created_at timestamptz not null default now(),
      used_by uuid references users (id) on delete cascade,
      groups_joined_at timestamptz
    )`.execute(db);
  await sql`create unique index invitations_open on invitations (lower(email)) where used_by is null`.execute(db);
  await sql`
    create index invitations_unfinished on invitations (id)
    where used_by is not null and groups_joined_at is null`.execute(db);
}

/** People and groups are no foreign keys: what was done stays told when they are gone. */
async function createAuditLog(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      seq bigint primary key,
      id uuid not null unique,
      at timestamptz(3) not null,
      by uuid,
      act text not null,
      target_kind text,
      target_id uuid,
      target_name text not null,
      before text,
      after text,
      address text not null,
      device text not null,
      hash text not null
    )`.execute(db);
  await sql`
    create table audit_head (
      is_only boolean primary key default true check (is_only),
      seq bigint not null,
      hash text not null
    )`.execute(db);
  await sql`insert into audit_head (seq, hash) values (0, '')`.execute(db);
  // No fence against whoever owns the database, but one against our own mistakes.
  await sql`
    create function refuse_change_of_audit_log() returns trigger language plpgsql as
    $$ begin raise exception 'lines of the audit log are never changed'; end $$`.execute(db);
  await sql`
    create trigger audit_log_stays before update or delete on audit_log
    for each row execute function refuse_change_of_audit_log()`.execute(db);
}
