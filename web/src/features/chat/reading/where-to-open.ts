import type { QueryClient } from '@tanstack/react-query';
import { inTime } from '../../../lib/in-time.ts';
import { chatListQuery, hasCome, knownChat } from '../sync/chat-list-query.ts';
import { isOnline } from '../../../lib/online.ts';

/** Unread messages further back than this are not on the newest page. */
const nearEnough = 40;

/** Milliseconds. The chat's messages wait for this, and on a slow line a list may take minutes. */
const patience = 5_000;

/**
 * The last read position of a chat, if many messages follow it; null when the newest page has all unread messages.
 * Waits for the server's list if it can be reached: this tab's cached list may be from yesterday. If that takes too long,
 * returns the cached position, since any number of messages may have followed.
 */
export async function whereToOpen(queries: QueryClient, chatId: string): Promise<number | null> {
  const isOld = () => !hasCome(queries) && isOnline();
  if (isOld()) await inTime(queries.fetchQuery(chatListQuery), patience).catch(() => undefined);
  const chat = knownChat(queries, chatId);
  if (chat === undefined) return null;
  if (isOld()) return chat.readSeq;
  return chat.unreadCount > 0 && chat.lastSeq - chat.readSeq > nearEnough ? chat.readSeq : null;
}
