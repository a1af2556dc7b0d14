import type { AnswerOf } from '@koinonia/contracts/call.ts';
import type { listOwnChats, OwnMessage, OwnReaction } from '@koinonia/contracts/own-words.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { presentOwnChat, presentOwnMessage, presentOwnReaction } from './present.ts';
import * as queries from './queries.ts';

export async function ownChatsOf(db: ChatDatabase, uid: string): Promise<AnswerOf<typeof listOwnChats>> {
  if (!isOwnId(uid)) return { chats: [], settings: null };
  const [chats, counts, settings] = await Promise.all([
    queries.selectOwnChats(db, uid),
    queries.countOwnMessages(db, uid),
    queries.selectOwnSettings(db, uid),
  ]);
  return {
    chats: chats.map((chat) => presentOwnChat(chat, counts.get(chat.id) ?? 0)),
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
  return rows.map((row) => presentOwnMessage(row, earlier.get(row.id) ?? []));
}

export async function ownReactionsOf(
  db: ChatDatabase,
  uid: string,
  page: { after: { messageId: string; emoji: string } | null; limit: number },
): Promise<OwnReaction[]> {
  if (!isOwnId(uid) || (page.after !== null && !isOwnId(page.after.messageId))) return [];
  return (await queries.selectOwnReactions(db, uid, page)).map(presentOwnReaction);
}
