import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table uploads (
      id uuid primary key,
      kind text not null check (kind in ('avatar', 'attachment')),
      owner_id uuid not null,
      chat_id uuid,
      file_name text not null,
      content_type text not null,
      size bigint not null,
      width int,
      height int,
      placeholder text,
      animated boolean not null,
      state text not null check (state in ('pending', 'ready', 'failed')),
      stored boolean not null default false,
      tries int not null default 0,
      claimed_until timestamptz,
      used_at timestamptz,
      created_at timestamptz not null default now(),
      check ((kind = 'attachment') = (chat_id is not null))
    )`.execute(db);
  await sql`create index uploads_owner on uploads (owner_id, created_at)`.execute(db);
  await sql`create index uploads_pending on uploads (created_at) where state = 'pending'`.execute(db);

  await sql`
    create table variants (
      upload_id uuid not null references uploads (id) on delete cascade,
      size int not null,
      format text not null check (format in ('webp', 'jpeg')),
      width int not null,
      height int not null,
      bytes bigint not null,
      primary key (upload_id, size, format)
    )`.execute(db);

  await sql`
    create table pictures (
      person_id uuid primary key,
      address text not null,
      state text not null check (state in ('pending', 'done', 'failed')),
      tries int not null default 0,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index pictures_pending on pictures (created_at) where state = 'pending'`.execute(db);
}
