import { anyOf } from '@koinonia/kit/stores/any-of.ts';
import { sql } from 'kysely';
import type { ChatDatabase } from '../database/schema.ts';

/** The chats of which a person is or was a member, with the people of each direct one. */
export function selectOwnChats(db: ChatDatabase, uid: string) {
  return db
    .selectFrom('memberships as mine')
    .innerJoin('chats', 'chats.id', 'mine.chat_id')
    .select(['chats.id', 'chats.is_group', 'chats.name'])
    .select(['mine.joined_at', 'mine.left_at', 'mine.read_seq', 'mine.marked_unread'])
    .select(
      sql<string | null>`case when not chats.is_group then (
        select other.user_id from memberships as other
        where other.chat_id = chats.id and other.user_id <> mine.user_id limit 1
      ) end`.as('other'),
    )
    .where('mine.user_id', '=', uid)
    .orderBy('mine.joined_at')
    .orderBy('chats.id')
    .execute();
}

const written = (db: ChatDatabase, uid: string) =>
  db
    .selectFrom('messages')
    .where('messages.sender_id', '=', uid)
    .where('messages.deleted_at', 'is', null)
    .where('messages.system', 'is', null);

export async function countOwnMessages(db: ChatDatabase, uid: string): Promise<ReadonlyMap<string, number>> {
  const rows = await written(db, uid)
    .select((eb) => ['messages.chat_id', eb.fn.countAll<number>().as('messages')])
    .groupBy('messages.chat_id')
    .execute();
  return new Map(rows.map(({ chat_id, messages }) => [chat_id, messages]));
}

export function selectOwnMessages(
  db: ChatDatabase,
  uid: string,
  page: { chatId: string; after: number; limit: number },
) {
  return written(db, uid)
    .leftJoin('attachments', 'attachments.url', 'messages.attachment_url')
    .select(['messages.id', 'messages.chat_id', 'messages.seq', 'messages.text', 'messages.attachment_url'])
    .select(['attachments.about', 'messages.created_at', 'messages.edited_at', 'messages.reply_to_seq'])
    .select('messages.mentions')
    .where('messages.chat_id', '=', page.chatId)
    .where('messages.seq', '>', page.after)
    .orderBy('messages.seq')
    .limit(page.limit)
    .execute();
}

/** Bytes of all earlier texts of each message that has any. */
export async function measureEarlierTexts(
  db: ChatDatabase,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('message_versions')
    .select('message_id')
    .select(sql<number>`sum(octet_length(text))::int`.as('bytes'))
    .where('message_id', '=', anyOf(messageIds))
    .groupBy('message_id')
    .execute();
  return new Map(rows.map(({ message_id, bytes }) => [message_id, bytes]));
}

export function selectEarlierTexts(db: ChatDatabase, messageIds: readonly string[]) {
  return db
    .selectFrom('message_versions')
    .select(['message_id', 'text', 'written_at'])
    .where('message_id', '=', anyOf(messageIds))
    .orderBy('message_id')
    .orderBy('version')
    .execute();
}

interface ReactionPage {
  after: { messageId: string; emoji: string } | null;
  limit: number;
}

export function selectOwnReactions(db: ChatDatabase, uid: string, { after, limit }: ReactionPage) {
  return db
    .selectFrom('reactions')
    .innerJoin('messages', 'messages.id', 'reactions.message_id')
    .select(['messages.chat_id', 'messages.seq'])
    .select(['reactions.message_id', 'reactions.emoji', 'reactions.created_at'])
    .where('reactions.user_id', '=', uid)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(reactions.message_id, reactions.emoji) > (${after?.messageId}::uuid, ${after?.emoji}::text)`,
      ),
    )
    .orderBy('reactions.message_id')
    .orderBy('reactions.emoji')
    .limit(limit)
    .execute();
}
