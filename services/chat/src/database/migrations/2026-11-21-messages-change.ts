import { type Kysely, sql } from 'kysely';

/**
 * Edits a message, or deletes it when there is no new text, in one statement: while the changes of a chat are locked no
 * round trip passes. Everything that changes messages locks `chat_changes` first, and never the chat, so that nothing
 * waits in a circle. Replies are numbered as changed too, after the message itself: what they quote has changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function change_message(
      in_chat uuid, in_message uuid, in_editor uuid, in_text text, in_mentions text[], in_words text[], max_edits int,
      out outcome text, out change_seq bigint
    ) language plpgsql as $$
    #variable_conflict use_column
    declare
      known messages%rowtype;
      edits int;
      at timestamptz(3) := clock_timestamp();
      number bigint;
      quoted bigint;
    begin
      insert into chat_changes (chat_id) values (in_chat) on conflict do nothing;
      select changes.change_seq into number from chat_changes as changes where changes.chat_id = in_chat for update;
      select messages.* into known from messages
        join memberships on memberships.chat_id = messages.chat_id
        where messages.id = in_message and messages.chat_id = in_chat
          and memberships.user_id = in_editor and memberships.left_at is null
          and memberships.visible_after_seq < messages.seq
        for no key update of messages;
      select coalesce(max(version), 0) into edits from message_versions where message_id = in_message;

      outcome := case
        when known.id is null then 'missing'
        when known.sender_id <> in_editor or known.system is not null then 'forbidden'
        when known.deleted_at is not null then case when in_text is null then 'same' else 'deleted' end
        when in_text is null then 'changed'
        when in_text = '' and known.attachment_url is null then 'empty'
        when in_text = known.text and coalesce(in_mentions, '{}') = coalesce(known.mentions, '{}') then 'same'
        when edits >= max_edits then 'too often'
        else 'changed'
      end;
      if outcome <> 'changed' then
        return;
      end if;

      change_seq := number + 1;
      if in_text is null then
        delete from message_versions where message_id = in_message;
        delete from reactions where message_id = in_message;
        update messages set text = '', attachment_url = null, mentions = null, reply_to_seq = null, edited_at = null,
          deleted_at = at, change_seq = number + 1
          where id = in_message;
      else
        insert into message_versions (message_id, version, text, written_at)
          values (in_message, edits + 1, known.text, coalesce(known.edited_at, known.created_at));
        update messages set text = in_text, mentions = in_mentions, edited_at = at, change_seq = number + 1
          where id = in_message;
      end if;

      with quoting as (
        select id, row_number() over (order by seq) as place from messages
        where chat_id = in_chat and reply_to_seq = known.seq
      )
      update messages set change_seq = number + 1 + quoting.place from quoting where messages.id = quoting.id;
      get diagnostics quoted = row_count;

      update chat_changes set change_seq = number + 1 + quoted, changed_at = at where chat_id = in_chat;
      -- Kept when it is deleted too, without words: otherwise whoever is just about to index it would bring them back.
      insert into searchable (chat_id, seq, words)
        values (in_chat, known.seq, array_to_tsvector(coalesce(in_words, '{}')))
        on conflict (chat_id, seq) do update set words = excluded.words;
    end
    $$`.execute(db);
}
