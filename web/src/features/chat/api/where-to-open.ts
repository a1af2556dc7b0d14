import type { QueryClient } from '@tanstack/react-query';
import { fromCache } from '../../../lib/query-client.ts';
import { chatListQuery, knownChats } from './chat-list-query.ts';

/** Unread further back than this is not on the newest page. */
const nearEnough = 40;

/**
 * Up to where somebody has read a chat that goes on far beyond that; null when the newest page has all that is unread.
 * Waits for the server's list, if it can be asked: what this tab has kept of it may be from yesterday.
 */
export async function whereToOpen(queries: QueryClient, chatId: string): Promise<number | null> {
  const { dataUpdatedAt = 0 } = queries.getQueryState(chatListQuery.queryKey) ?? {};
  if (dataUpdatedAt <= fromCache && navigator.onLine) await queries.fetchQuery(chatListQuery).catch(() => undefined);
  const chat = knownChats(queries).find((one) => one.id === chatId);
  if (chat?.readSeq === undefined || chat.unreadCount === 0) return null;
  return chat.lastSeq - chat.readSeq > nearEnough ? chat.readSeq : null;
}
