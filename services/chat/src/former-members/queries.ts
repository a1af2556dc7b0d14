import { sql } from 'kysely';
import { lockCounter, moveCounter } from '../changes/counter.ts';
import type { ChatDatabase } from '../database/schema.ts';

export async function deleteSettings(db: ChatDatabase, uid: string): Promise<void> {
  await db.deleteFrom('settings').where('user_id', '=', uid).execute();
}

/**
 * Hides all direct chats from this person, including what is still to be said there. Otherwise their messages could never be
 * deleted, because one of the two would never have deleted the chat.
 */
export async function hideDirectChats(db: ChatDatabase, uid: string): Promise<void> {
  await db
    .updateTable('memberships')
    .from('chats')
    .set({ hidden: true, marked_unread: false, visible_after_seq: Number.MAX_SAFE_INTEGER })
    .whereRef('chats.id', '=', 'memberships.chat_id')
    .where('chats.is_group', '=', false)
    .where('memberships.user_id', '=', uid)
    .execute();
}

/** A chat in which this person has sent an attachment. */
export async function selectChatWithAttachmentOf(db: ChatDatabase, uid: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('messages')
    .select('chat_id')
    .where('sender_id', '=', uid)
    .where('attachment_url', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return found?.chat_id;
}

/** Deletes the names and other data of the attachments that a person sent to this chat. */
export async function deleteAboutAttachmentsOf(db: ChatDatabase, uid: string, chatId: string) {
  await db
    .deleteFrom('attachments')
    .where('url', 'in', (eb) =>
      eb
        .selectFrom('messages')
        .select((inner) => inner.ref('attachment_url').$notNull().as('url'))
        .where('chat_id', '=', chatId)
        .where('sender_id', '=', uid)
        .where('attachment_url', 'is not', null),
    )
    .execute();
}

export async function removeAttachmentsOf(db: ChatDatabase, uid: string, chatId: string, atMost: number) {
  await sql`select remove_attachments_of(${uid}::uuid, ${chatId}::uuid, ${atMost}::int)`.execute(db);
}

/** Any group chat that this person is still in. */
export async function selectAnyGroupChatOf(db: ChatDatabase, uid: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('memberships')
    .innerJoin('chats', 'chats.id', 'memberships.chat_id')
    .select('chats.id')
    .where('memberships.user_id', '=', uid)
    .where('memberships.left_at', 'is', null)
    .where('chats.is_group', '=', true)
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/** The system lines that this person caused or that name them, chat by chat, after one of them if it is given. */
export function selectLinesAbout(
  db: ChatDatabase,
  uid: string,
  { after, limit }: { after?: { chat_id: string; seq: number } | undefined; limit: number },
) {
  return db
    .selectFrom('messages')
    .select((eb) => ['id', 'chat_id', 'seq', 'sender_id', 'text', eb.ref('system').$notNull().as('system')])
    .where('system', 'is not', null)
    .where((eb) => eb.or([eb('sender_id', '=', uid), sql<boolean>`system -> 'people' ? ${uid}`]))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(chat_id, seq) > (${after?.chat_id}::uuid, ${after?.seq}::bigint)`),
    )
    .orderBy('chat_id')
    .orderBy('seq')
    .limit(limit);
}

/** A line's new text; the line stays as it is if it has been rewritten meanwhile. */
export interface Rewritten {
  readonly id: string;
  readonly was: string;
  readonly text: string;
}

/**
 * Rewrites lines of a chat. Numbers these changes, and those of the replies that quote the lines, as `change_message` does,
 * under the same lock. Returns the number of the chat's last change before.
 */
export async function rewriteTexts(trx: ChatDatabase, chatId: string, lines: readonly Rewritten[]): Promise<number> {
  const before = await lockCounter(trx, chatId);
  const { numAffectedRows: changes = 0n } = await sql`
    with line as (
      select messages.id, messages.seq, wanted.text
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as wanted (id uuid, was text, text text)
      join messages on messages.id = wanted.id and messages.text = wanted.was
      where messages.chat_id = ${chatId}
    ), changed as (
      select id, seq, text from line
      union all
      select reply.id, reply.seq, reply.text from line
      join messages as reply on reply.chat_id = ${chatId} and reply.reply_to_seq = line.seq
    ), numbered as (
      select id, text, row_number() over (order by seq) as place from changed
    )
    update messages set text = numbered.text, change_seq = ${before}::bigint + numbered.place
    from numbered
    where messages.id = numbered.id`.execute(trx);
  if (changes > 0n) await moveCounter(trx, chatId, before + Number(changes));
  return before;
}
