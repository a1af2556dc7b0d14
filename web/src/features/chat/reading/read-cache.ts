import type { Chat } from '@koinonia/contracts/chat.ts';
import { type CacheKey, pageCache } from '../../../lib/session/page-cache.ts';

/** When a chat was last read in this tab (an instant, or null), and whether it is unread. The server decides. */
export interface ReadState {
  readonly readAt: string | null;
  readonly unread: boolean;
}

const keyOf = (chatId: string): CacheKey => `chat:read:v1:${chatId}`;

export function keptReadState(chatId: string): ReadState {
  const kept = pageCache.read(keyOf(chatId)) as Partial<ReadState> | null;
  return { readAt: typeof kept?.readAt === 'string' ? kept.readAt : null, unread: kept?.unread === true };
}

export const removeReadState = (chatId: string) => pageCache.remove(keyOf(chatId));

/** `unread`: whether there is more that has not been read. */
export const keepReadNow = (chatId: string, unread = false) =>
  pageCache.write(keyOf(chatId), { readAt: new Date().toISOString(), unread } satisfies ReadState);

/** Compares the list with `before`, and stores which chats have become unread or read. */
export function keepUnreadFlags(before: readonly Chat[], chats: readonly Chat[]) {
  const flags = new Map(before.map((chat) => [chat.id, chat.unreadCount > 0]));
  for (const { id, unreadCount } of chats) {
    const unread = unreadCount > 0;
    if (flags.get(id) !== unread) pageCache.write(keyOf(id), { ...keptReadState(id), unread } satisfies ReadState);
  }
}
