import type { AnswerOf } from '@koinonia/contracts/call.ts';
import type { listOwnChats, OwnMessage, OwnReaction } from '@koinonia/contracts/chat-internal.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { selectChosen } from '../settings/queries.ts';
import { presentOwnChat, presentOwnMessage, presentOwnReaction } from './present.ts';
import * as queries from './queries.ts';

export async function ownChatsOf(db: ChatDatabase, uid: string): Promise<AnswerOf<typeof listOwnChats>> {
  if (!isOwnId(uid)) return { chats: [], settings: null };
  const [chats, counts, settings] = await Promise.all([
    queries.selectOwnChats(db, uid),
    queries.countOwnMessages(db, uid),
    selectChosen(db, uid),
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
  const edited = (some: typeof rows) => some.filter((row) => row.edited_at !== null).map(({ id }) => id);
  const told = rows.slice(0, fitting(rows, await queries.measureEarlierTexts(db, edited(rows))));
  const versions = await queries.selectEarlierTexts(db, edited(told));
  const earlier = Map.groupBy(versions, ({ message_id }) => message_id);
  return told.map((row) => presentOwnMessage(row, earlier.get(row.id) ?? []));
}

/** Of one page. It is held in memory here and in identity, and what was edited a hundred times has a hundred texts. */
const maxBytes = 4_000_000;

/** How many of these messages fit into a page, with the bytes of their earlier texts; at least one. */
function fitting(rows: readonly { id: string; text: string }[], earlier: ReadonlyMap<string, number>): number {
  let bytes = 0;
  const tooMany = rows.findIndex(({ id, text }) => {
    bytes += Buffer.byteLength(text) + (earlier.get(id) ?? 0);
    return bytes > maxBytes;
  });
  return tooMany === -1 ? rows.length : Math.max(1, tooMany);
}

export async function ownReactionsOf(
  db: ChatDatabase,
  uid: string,
  page: { after: { messageId: string; emoji: string } | null; limit: number },
): Promise<OwnReaction[]> {
  if (!isOwnId(uid) || (page.after !== null && !isOwnId(page.after.messageId))) return [];
  return (await queries.selectOwnReactions(db, uid, page)).map(presentOwnReaction);
}
