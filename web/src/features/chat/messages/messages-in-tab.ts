import type { Message } from '@koinonia/contracts/chat.ts';
import { type CacheKey, pageCache } from '../../../lib/session/page-cache.ts';
import { messagesOf } from '../model/normalise.ts';

const messagesKey = (chatId: string): CacheKey => `chat:msgs:v1:${chatId}`;
const changesKeys = 'chat:changes:v1:';
const changesKey = (chatId: string): CacheKey => `${changesKeys}${chatId}`;
const mostKept = 30;

/** The newest messages of a chat that this tab has cached. */
export const messagesInTab = (chatId: string): Message[] =>
  messagesOf(pageCache.read(messagesKey(chatId))).filter((message) => message.chatId === chatId && message.seq > 0);

/** Caches the newest of these messages, which include all edits, deletions and reactions up to this change. */
export function keepInTab(chatId: string, messages: readonly Message[], changes: number) {
  const newest = messages.slice(-mostKept);
  pageCache.writeOften(messagesKey(chatId), () => {
    if (pageCache.write(messagesKey(chatId), newest)) pageCache.write(changesKey(chatId), changes);
  });
}

/** The chats with messages in this tab, each with the last change that these include. */
export const changesInTab = (): ReadonlyMap<string, number> =>
  new Map(pageCache.endings(changesKeys).map((chatId) => [chatId, Number(pageCache.read(changesKey(chatId)))]));

export function removeFromTab(chatId: string) {
  pageCache.remove(messagesKey(chatId));
  pageCache.remove(changesKey(chatId));
}
