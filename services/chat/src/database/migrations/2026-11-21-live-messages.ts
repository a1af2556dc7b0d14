import { type Kysely, sql } from 'kysely';

/** Replies, mentions, edits, deletions and lines of the system; and what is kept to search by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table messages
      add column reply_to_seq bigint,
      add column mentions text[],
      add column system jsonb,
      add column edited_at timestamptz(3),
      add column deleted_at timestamptz(3),
      add column change_seq bigint not null default 0`.execute(db);
  // All of them partial: a plain message writes into none.
  await sql`create index messages_changed on messages (chat_id, change_seq) where change_seq > 0`.execute(db);
  await sql`create index messages_replies on messages (chat_id, reply_to_seq) where reply_to_seq is not null`.execute(
    db,
  );
  await sql`create index messages_mentions on messages (chat_id, seq) where mentions is not null`.execute(db);
  await sql`create index messages_attachments on messages (chat_id, seq) where attachment_url is not null`.execute(db);
  // Messages that nobody has to read. They are taken off the count of those after the read position.
  await sql`
    create index messages_quiet on messages (chat_id, seq) include (sender_id)
    where deleted_at is not null or system is not null`.execute(db);

  await sql`
    create table message_versions (
      message_id uuid not null references messages (id),
      version int not null,
      text text not null,
      written_at timestamptz(3) not null,
      primary key (message_id, version)
    )`.execute(db);

  // Apart from the chat's row, so that changes and sends do not wait for one another.
  await sql`
    create table chat_changes (
      chat_id uuid primary key references chats (id),
      change_seq bigint not null default 0,
      changed_at timestamptz(3)
    )`.execute(db);
  await sql`create index chat_changes_changed_at on chat_changes (changed_at)`.execute(db);

  // Written after the send and not by it. In the order of its ids, which is that of time.
  await sql`
    create table searchable (
      id bigint generated always as identity primary key,
      chat_id uuid not null references chats (id),
      seq bigint not null,
      words tsvector not null,
      unique (chat_id, seq)
    )`.execute(db);
  await sql`create index searchable_words on searchable using gin (words)`.execute(db);
  await sql`
    create table searchable_up_to (
      chat_id uuid primary key references chats (id),
      seq bigint not null
    )`.execute(db);
}
