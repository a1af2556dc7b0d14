import { type Kysely, sql } from 'kysely';

/**
 * Stores one plain text that comes alone, for half the work of a batch of one. Answers nulls when it is not stored: the
 * sender is no member, or the message is known; `commit_messages` says which.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function commit_text(
      id uuid, chat uuid, sender uuid, words text, client text,
      out seq bigint, out created_at timestamptz, out left_lately uuid[]
    ) language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
    begin
      -- Never back within a chat, even when the server's clock was set back.
      select chats.last_seq + 1, greatest(date_trunc('milliseconds', clock_timestamp()), chats.last_message_at)
        into seq, created_at
        from chats where chats.id = chat for no key update;

      -- A statement of its own: it sees everything that was committed before the lock was given to us.
      insert into messages (id, chat_id, seq, sender_id, text, client_id, created_at)
        select commit_text.id, chat, commit_text.seq, sender, words, client, commit_text.created_at
        from memberships
        where memberships.chat_id = chat and memberships.user_id = sender and memberships.left_at is null
          and not exists (select from messages where messages.sender_id = sender and messages.client_id = client)
        returning array(
          select memberships.user_id from memberships
          where memberships.chat_id = chat and memberships.left_at > now() - interval '5 minutes'
        ) into left_lately;
      if not found then
        seq := null;
        return;
      end if;

      update chats set last_seq = commit_text.seq, last_message_at = commit_text.created_at where chats.id = chat;
    end
    $$`.execute(db);
}
