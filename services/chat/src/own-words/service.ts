import type { AnswerOf } from '@koinonia/contracts/call.ts';
import type { listOwnChats, OwnMessage, OwnReaction } from '@koinonia/contracts/own-words.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import type { ChatDatabase } from '../database/schema.ts';
import * as queries from './queries.ts';

export async function ownChatsOf(db: ChatDatabase, uid: string): Promise<AnswerOf<typeof listOwnChats>> {
  if (!isOwnId(uid)) return { chats: [], settings: null };
  const [chats, counts, settings] = await Promise.all([
    queries.selectOwnChats(db, uid),
    queries.countOwnMessages(db, uid),
    queries.selectOwnSettings(db, uid),
  ]);
  return {
    chats: chats.map((chat) => ({
      id: chat.id,
      isGroup: chat.is_group,
      // A person who has left a group may not learn its present name.
      name: chat.left_at === null ? chat.name : null,
      other: chat.other,
      joinedAt: chat.joined_at.toISOString(),
      leftAt: chat.left_at?.toISOString() ?? null,
      readSeq: chat.read_seq,
      markedUnread: chat.marked_unread,
      messages: counts.get(chat.id) ?? 0,
    })),
    settings: settings ?? null,
  };
}

export async function ownMessagesOf(
  db: ChatDatabase,
  uid: string,
  page: { chatId: string; after: number; limit: number },
): Promise<OwnMessage[]> {
  if (!isOwnId(uid) || !isOwnId(page.chatId)) return [];
  const rows = await queries.selectOwnMessages(db, uid, page);
  const edited = rows.filter((row) => row.edited_at !== null).map(({ id }) => id);
  const versions = edited.length > 0 ? await queries.selectEarlierTexts(db, edited) : [];
  const earlier = Map.groupBy(versions, ({ message_id }) => message_id);
  return rows.map((row) => ({
    id: row.id,
    chatId: row.chat_id,
    seq: row.seq,
    text: row.text,
    attachmentUrl: row.attachment_url,
    attachment: row.about,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    replyTo: row.reply_to_seq,
    mentions: row.mentions ?? [],
    earlier: (earlier.get(row.id) ?? []).map(({ text, written_at: at }) => ({ text, writtenAt: at.toISOString() })),
  }));
}

export async function ownReactionsOf(
  db: ChatDatabase,
  uid: string,
  page: { after: { messageId: string; emoji: string } | null; limit: number },
): Promise<OwnReaction[]> {
  if (!isOwnId(uid) || (page.after !== null && !isOwnId(page.after.messageId))) return [];
  return (await queries.selectOwnReactions(db, uid, page)).map((row) => ({
    chatId: row.chat_id,
    messageId: row.message_id,
    seq: row.seq,
    emoji: row.emoji,
    reactedAt: row.created_at.toISOString(),
  }));
}
