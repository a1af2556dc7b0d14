import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A chat's row is written at every send: room on its page keeps the new version beside the old one.
  await sql`
    create table chats (
      id uuid primary key,
      is_group boolean not null,
      name text,
      direct_key text unique,
      last_seq bigint not null default 0,
      last_message_at timestamptz(3),
      created_at timestamptz(3) not null default clock_timestamp(),
      check (is_group = (direct_key is null)),
      check (is_group or name is null)
    ) with (fillfactor = 70)`.execute(db);
  await sql`create index chats_last_message_at on chats (last_message_at)`.execute(db);

  await sql`
    create table memberships (
      chat_id uuid not null references chats (id),
      user_id uuid not null,
      visible_after_seq bigint not null default 0,
      read_seq bigint not null default 0,
      marked_unread boolean not null default false,
      hidden boolean not null default false,
      joined_at timestamptz(3) not null default clock_timestamp(),
      opened_at timestamptz(3) not null default clock_timestamp(),
      left_at timestamptz(3),
      changed_at timestamptz(3) not null default clock_timestamp(),
      primary key (chat_id, user_id)
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index memberships_user_id on memberships (user_id) where left_at is null`.execute(db);
  await sql`create index memberships_left_at on memberships (chat_id, left_at) where left_at is not null`.execute(db);
  await sql`create index memberships_changed_at on memberships (changed_at)`.execute(db);

  // The sender lies in the key's index so that unread messages are counted without looking at the messages themselves.
  await sql`
    create table messages (
      id uuid not null unique,
      chat_id uuid not null references chats (id),
      seq bigint not null,
      sender_id uuid not null,
      text text not null,
      attachment_url text,
      client_id text,
      created_at timestamptz(3) not null,
      primary key (chat_id, seq) include (sender_id),
      unique (sender_id, client_id)
    )`.execute(db);

  await sql`
    create table reactions (
      message_id uuid not null references messages (id),
      user_id uuid not null,
      emoji text not null,
      created_at timestamptz(3) not null default clock_timestamp(),
      primary key (message_id, user_id, emoji)
    )`.execute(db);
}
