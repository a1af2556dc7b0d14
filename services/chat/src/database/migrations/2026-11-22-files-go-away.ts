import { type Kysely, sql } from 'kysely';

/**
 * When a message loses its attachment and no other names it, its address is kept for media in the same transaction:
 * whatever dies afterwards, the file goes. A trigger, so that no way to take an attachment away can forget it. Whoever
 * takes one away holds the chat's changes, and an address belongs to one chat: of two last messages one comes second.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index messages_attachment_url on messages (attachment_url) where attachment_url is not null`.execute(
    db,
  );
  await sql`
    create table withdrawals (
      url text primary key,
      since timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
  await sql`
    create function withdraw_attachment() returns trigger language plpgsql as $$
    begin
      if not exists (select from messages where attachment_url = old.attachment_url) then
        insert into withdrawals (url) values (old.attachment_url) on conflict do nothing;
      end if;
      return null;
    end
    $$`.execute(db);
  await sql`
    create trigger messages_attachment_gone after update of attachment_url on messages
    for each row when (old.attachment_url is not null and new.attachment_url is null)
    execute function withdraw_attachment()`.execute(db);
  await sql`
    create index messages_attachments_by on messages (sender_id, chat_id) where attachment_url is not null`.execute(db);
  await createRemovalOfAttachments(db);
}

/**
 * Takes the attachments of one sender out of a chat, some at a time: messages that said nothing else become tombstones.
 * Numbers the changes as `change_message` does, under the same lock. Gives how many there were.
 */
async function createRemovalOfAttachments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function remove_attachments_of(in_sender uuid, in_chat uuid, at_most int) returns int language plpgsql as $$
    declare
      known messages%rowtype;
      at timestamptz(3) := clock_timestamp();
      number bigint;
      quoted bigint;
      removed int := 0;
    begin
      insert into chat_changes (chat_id) values (in_chat) on conflict do nothing;
      select change_seq into number from chat_changes where chat_id = in_chat for update;
      for known in
        select * from messages
        where chat_id = in_chat and sender_id = in_sender and attachment_url is not null
        order by seq limit at_most for no key update
      loop
        removed := removed + 1;
        number := number + 1;
        if known.text <> '' then
          update messages set attachment_url = null, change_seq = number where id = known.id;
          continue;
        end if;
        delete from message_versions where message_id = known.id;
        delete from reactions where message_id = known.id;
        update messages set attachment_url = null, mentions = null, reply_to_seq = null, edited_at = null,
          deleted_at = at, change_seq = number
          where id = known.id;
        with quoting as (
          select id, row_number() over (order by seq) as place from messages
          where chat_id = in_chat and reply_to_seq = known.seq
        )
        update messages set change_seq = number + quoting.place from quoting where messages.id = quoting.id;
        get diagnostics quoted = row_count;
        number := number + quoted;
      end loop;
      update chat_changes set change_seq = number, changed_at = at where chat_id = in_chat and removed > 0;
      return removed;
    end
    $$`.execute(db);
}
