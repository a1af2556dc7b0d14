import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key,
      issuer text not null,
      subject text not null,
      email text not null,
      display_name text not null,
      phone text not null default '',
      photo_url text not null default '',
      role text not null check (role in ('member', 'admin')),
      theme text not null default 'auto' check (theme in ('auto', 'light', 'dark')),
      active boolean not null default true,
      created_at timestamptz not null default now(),
      unique (issuer, subject)
    )`.execute(db);
  await sql`create index users_active_admins on users (id) where role = 'admin' and active`.execute(db);
  await sql`
    create table sessions (
      id uuid primary key,
      token_hash bytea not null unique,
      user_id uuid not null references users (id) on delete cascade,
      sealed_device text not null,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      ended_at timestamptz
    )`.execute(db);
  await sql`create index sessions_user_id on sessions (user_id)`.execute(db);
}
