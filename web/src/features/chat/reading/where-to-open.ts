import type { QueryClient } from '@tanstack/react-query';
import { fromCache } from '../../../lib/query-client.ts';
import { chatListQuery, knownChats } from '../api/chat-list-query.ts';

/** Unread messages further back than this are not on the newest page. */
const nearEnough = 40;

/**
 * The last read position of a chat, if many messages follow it; null when the newest page has all unread messages.
 * Waits for the server's list if it can be reached: this tab's cached list may be from yesterday.
 */
export async function whereToOpen(queries: QueryClient, chatId: string): Promise<number | null> {
  const { dataUpdatedAt = 0 } = queries.getQueryState(chatListQuery.queryKey) ?? {};
  if (dataUpdatedAt <= fromCache && navigator.onLine) await queries.fetchQuery(chatListQuery).catch(() => undefined);
  const chat = knownChats(queries).find((one) => one.id === chatId);
  if (chat?.readSeq === undefined || chat.unreadCount === 0) return null;
  return chat.lastSeq - chat.readSeq > nearEnough ? chat.readSeq : null;
}
