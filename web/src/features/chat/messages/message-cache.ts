import type { Message } from '@koinonia/contracts/chat.ts';
import { pageCache } from '../../../lib/session/page-cache.ts';
import { messagesOf } from '../model/normalise.ts';

const keyOf = (chatId: string) => `chat:msgs:v1:${chatId}`;
const mostKept = 30;

/** The newest messages of a chat, cached in this tab for an instant first paint. */
export const keptMessages = (chatId: string): Message[] =>
  messagesOf(pageCache.read(keyOf(chatId))).filter((message) => message.chatId === chatId && message.seq > 0);

export const keepMessages = (chatId: string, messages: readonly Message[]) =>
  pageCache.write(keyOf(chatId), messages.slice(-mostKept));

export const removeKeptMessages = (chatId: string) => pageCache.remove(keyOf(chatId));
