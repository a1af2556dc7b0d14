import { directKeyOf } from '@koinonia/chat/chats/direct-key.ts';
import { indexOf } from '@koinonia/chat/search/words.ts';
import type pg from 'pg';
import type { History } from './history.ts';
import type { PlannedChat } from './plan.ts';

/** Rows per statement: few enough that no statement blocks anybody. */
const atOnce = 2000;

/** Collects messages to make them searchable at the end, in the order of time: the search relies on that order. */
export async function prepareSearch(client: pg.Client): Promise<void> {
  await client.query(`
    create temporary table said (chat_id uuid, seq bigint, created_at timestamptz, words tsvector) on commit drop`);
}

/** Writes a chat and all its messages. Its members are written at the very end, by `writeMembers`. */
export async function writeChat(client: pg.Client, chat: PlannedChat, { messages, changes }: History): Promise<void> {
  const key = chat.isGroup ? null : directKeyOf(chat.members.map(({ uid }) => uid));
  await client.query(
    `insert into chat.chats (id, is_group, name, direct_key, last_seq, last_message_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [chat.id, chat.isGroup, chat.name, key, messages.length, messages.at(-1)?.at ?? null, chat.begins],
  );
  if (changes > 0) {
    await client.query('insert into chat.chat_changes (chat_id, change_seq, changed_at) values ($1, $2, $3)', [
      chat.id,
      changes,
      chat.ends,
    ]);
  }
  for (let from = 0; from < messages.length; from += atOnce)
    await writeMessages(client, chat.id, messages.slice(from, from + atOnce));
}

async function writeMessages(client: pg.Client, chatId: string, messages: History['messages']): Promise<void> {
  const rows = messages.map((message) => ({
    ...message,
    edited_at: message.before === null ? null : new Date(message.at.getTime() + 40_000),
    words: indexOf(message),
  }));
  const asJson = JSON.stringify(rows);
  await client.query(
    `insert into chat.messages
       (id, chat_id, seq, sender_id, text, created_at, reply_to_seq, mentions, edited_at, change_seq)
     select id, $1, seq, "senderId", text, at, "replyToSeq", mentions, edited_at, "changeSeq"
     from jsonb_to_recordset($2) as given(id uuid, seq bigint, "senderId" uuid, text text, at timestamptz,
       "replyToSeq" bigint, mentions text[], edited_at timestamptz, "changeSeq" bigint)`,
    [chatId, asJson],
  );
  await client.query(
    `insert into chat.message_versions (message_id, version, text, written_at)
     select id, 1, before, at from jsonb_to_recordset($1) as given(id uuid, before text, at timestamptz)
     where before is not null`,
    [asJson],
  );
  await client.query(
    `insert into chat.reactions (message_id, user_id, emoji, created_at)
     select given.id, reaction."userId", reaction.emoji, reaction.at
     from jsonb_to_recordset($1) as given(id uuid, reactions jsonb),
       jsonb_to_recordset(given.reactions) as reaction("userId" uuid, emoji text, at timestamptz)`,
    [asJson],
  );
  await client.query(
    `insert into said select $1, seq, at, array_to_tsvector(words)
     from jsonb_to_recordset($2) as given(seq bigint, at timestamptz, words text[])`,
    [chatId, asJson],
  );
}

/**
 * Makes all messages searchable, old and new: search returns the newest first by the order in which entries were written, so
 * adding older messages means rewriting all entries.
 */
export async function writeSearch(client: pg.Client): Promise<void> {
  // The indexer of a running product pauses while somebody else holds this lock.
  await client.query(`select pg_advisory_xact_lock(hashtext('koinonia chat search'))`);
  await client.query(`
    with before as (delete from chat.searchable returning chat_id, seq, words)
    insert into said select before.chat_id, before.seq, messages.created_at, before.words
    from before join chat.messages using (chat_id, seq)`);
  await client.query(`
    insert into chat.searchable_up_to (chat_id, seq) select chat_id, max(seq) from said group by chat_id
    on conflict (chat_id) do update set seq = greatest(searchable_up_to.seq, excluded.seq)`);
  await client.query(`
    insert into chat.searchable (chat_id, seq, words)
    select chat_id, seq, words from said order by created_at, chat_id, seq`);
}

/** Last, and quickly: a running product looks for new members, and then finds everything else there. */
export async function writeMembers(
  client: pg.Client,
  written: readonly { readonly chat: PlannedChat; readonly readBy: ReadonlyMap<string, number> }[],
): Promise<void> {
  const rows = written.flatMap(({ chat, readBy }) =>
    [...readBy].map(([user_id, read_seq]) => ({ chat_id: chat.id, user_id, read_seq, since: chat.begins })),
  );
  for (let from = 0; from < rows.length; from += atOnce) {
    await client.query(
      `insert into chat.memberships (chat_id, user_id, read_seq, joined_at, opened_at)
       select chat_id, user_id, read_seq, since, since
       from jsonb_to_recordset($1) as given(chat_id uuid, user_id uuid, read_seq bigint, since timestamptz)`,
      [JSON.stringify(rows.slice(from, from + atOnce))],
    );
  }
}
