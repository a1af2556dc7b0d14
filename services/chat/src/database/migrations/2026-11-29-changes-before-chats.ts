import { type Kysely, sql } from 'kysely';

/**
 * `commit_messages` as it was, but a reply waits for the changes of its chat before it locks the chat itself. Before, all
 * sends to a chat waited while a reply to it waited for an edit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function commit_messages(wanted jsonb) returns table (
      place int,
      outcome text,
      id uuid,
      chat_id uuid,
      seq bigint,
      text text,
      attachment_url text,
      created_at timestamptz,
      reply_to_seq bigint,
      mentions text[],
      edited_at timestamptz,
      deleted_at timestamptz,
      change_seq bigint,
      left_lately uuid[]
    ) language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
    #variable_conflict use_column
    declare
      chat_ids uuid[] := array(select distinct (send ->> 'chat_id')::uuid from jsonb_array_elements(wanted) as send);
    begin
      -- Always in the same order: two batches can wait for one another, but never in a circle.
      if wanted @? '$[*].reply_to_seq' then
        perform from chat_changes
          where chat_changes.chat_id in (
            select (send ->> 'chat_id')::uuid from jsonb_array_elements(wanted) as send where send ? 'reply_to_seq'
          )
          order by chat_changes.chat_id
          for share;
      end if;
      perform from chats where chats.id = any (chat_ids) order by chats.id for no key update;

      -- A statement of its own: it sees everything that was committed before the locks were given to us.
      return query
      with chat as materialized (
        select chats.id, chats.last_seq,
          -- Never back within a chat, even when the server's clock was set back.
          greatest(date_trunc('milliseconds', clock_timestamp()), chats.last_message_at) as at,
          array(
            select memberships.user_id from memberships
            where memberships.chat_id = chats.id and memberships.left_at > now() - interval '5 minutes'
          ) as left_lately
        from chats
        where chats.id = any (chat_ids)
      ), allowed as materialized (
        select send.*, known.id as known_id
        from jsonb_to_recordset(wanted) as send(
          place int, id uuid, chat_id uuid, sender_id uuid, text text, attachment_url text, client_id text,
          reply_to_seq bigint, mentions text[]
        )
        cross join lateral (
          select from memberships
          where memberships.chat_id = send.chat_id and memberships.user_id = send.sender_id and memberships.left_at is null
          limit 1
        ) as membership
        left join lateral (
          select messages.id from messages
          where messages.sender_id = send.sender_id and messages.client_id = send.client_id
          limit 1
        ) as known on true
      ), stored as (
        insert into messages (
          id, chat_id, seq, sender_id, text, attachment_url, client_id, created_at, reply_to_seq, mentions
        )
        select allowed.id, allowed.chat_id,
          chat.last_seq + row_number() over (partition by allowed.chat_id order by allowed.place),
          allowed.sender_id, allowed.text, allowed.attachment_url, allowed.client_id, chat.at,
          allowed.reply_to_seq, allowed.mentions
        from allowed
        join chat on chat.id = allowed.chat_id
        where allowed.known_id is null
        returning *
      ), moved as (
        update chats
        set last_seq = head.last_seq, last_message_at = head.at
        from (
          select stored.chat_id, max(stored.seq) as last_seq, max(stored.created_at) as at
          from stored group by stored.chat_id
        ) as head
        where chats.id = head.chat_id
      )
      select allowed.place, 'stored', stored.id, stored.chat_id, stored.seq, stored.text, stored.attachment_url,
        stored.created_at::timestamptz, stored.reply_to_seq, stored.mentions, stored.edited_at::timestamptz,
        stored.deleted_at::timestamptz, stored.change_seq, chat.left_lately
      from stored join allowed on allowed.id = stored.id join chat on chat.id = stored.chat_id
      union all
      select allowed.place, 'known', messages.id, messages.chat_id, messages.seq, messages.text, messages.attachment_url,
        messages.created_at::timestamptz, messages.reply_to_seq, messages.mentions, messages.edited_at::timestamptz,
        messages.deleted_at::timestamptz, messages.change_seq, chat.left_lately
      from allowed join chat on chat.id = allowed.chat_id
      cross join lateral (select * from messages where messages.id = allowed.known_id limit 1) as messages;
    end
    $$`.execute(db);
}
