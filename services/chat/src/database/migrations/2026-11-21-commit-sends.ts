import { type Kysely, sql } from 'kysely';

/**
 * Stores a batch of sends in one statement, which is one transaction: no round trip passes while the chats are locked,
 * so a node that is frozen or killed in the middle holds nobody up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function commit_sends(wanted jsonb) returns table (
      place int,
      outcome text,
      id uuid,
      chat_id uuid,
      seq bigint,
      text text,
      attachment_url text,
      created_at timestamptz,
      left_lately uuid[]
    ) language plpgsql as $$
    #variable_conflict use_column
    begin
      -- Always in the same order: two batches can wait for one another, but never in a circle.
      perform from chats
        where chats.id in (select (send ->> 'chat_id')::uuid from jsonb_array_elements(wanted) as send)
        order by chats.id
        for no key update;

      -- A statement of its own: it sees everything that was committed before the locks were given to us.
      return query
      with send as materialized (
        select *
        from jsonb_to_recordset(wanted) as given(
          place int, id uuid, chat_id uuid, sender_id uuid, text text, attachment_url text, client_id text
        )
      ), chat as materialized (
        select chats.id, chats.last_seq,
          -- Never back within a chat, even when the server's clock was set back.
          greatest(date_trunc('milliseconds', clock_timestamp()), chats.last_message_at) as at,
          array(
            select memberships.user_id from memberships
            where memberships.chat_id = chats.id and memberships.left_at > now() - interval '5 minutes'
          ) as left_lately
        from chats
        where chats.id in (select send.chat_id from send)
      ), allowed as materialized (
        select send.*, chat.left_lately
        from send
        join chat on chat.id = send.chat_id
        join memberships on memberships.chat_id = send.chat_id
          and memberships.user_id = send.sender_id
          and memberships.left_at is null
      ), known as materialized (
        select allowed.place, allowed.left_lately, messages.*
        from allowed
        join messages on messages.sender_id = allowed.sender_id and messages.client_id = allowed.client_id
      ), stored as (
        insert into messages (id, chat_id, seq, sender_id, text, attachment_url, client_id, created_at)
        select allowed.id, allowed.chat_id,
          chat.last_seq + row_number() over (partition by allowed.chat_id order by allowed.place),
          allowed.sender_id, allowed.text, allowed.attachment_url, allowed.client_id, chat.at
        from allowed
        join chat on chat.id = allowed.chat_id
        where allowed.place not in (select known.place from known)
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
        stored.created_at::timestamptz, allowed.left_lately
      from stored join allowed on allowed.id = stored.id
      union all
      select known.place, 'known', known.id, known.chat_id, known.seq, known.text, known.attachment_url,
        known.created_at::timestamptz, known.left_lately
      from known;
    end
    $$`.execute(db);
}
