import type { QueryClient } from '@tanstack/react-query';
import type { ChatParts } from '../chat-parts.ts';
import { withoutChat } from '../model/chat-list.ts';
import { removeReadState } from '../reading/read-cache.ts';
import { outdateChatList, updateChatList } from './chat-list-query.ts';

type Parts = Pick<ChatParts, 'logs' | 'reads' | 'writings' | 'chosen' | 'outbox'>;

/**
 * The chat is gone for this person: removes it from the list, and all that is kept of it on this device. Returns how many
 * messages were discarded unsent: sending them would bring the chat back, or be refused.
 */
export function forgetChat(queries: QueryClient, { logs, reads, writings, chosen, outbox }: Parts, id: string): number {
  updateChatList(queries, (chats) => withoutChat(chats, id));
  outdateChatList(queries);
  logs.forget(id);
  reads.gone(id);
  removeReadState(id);
  writings.forget(id);
  chosen.clear(id);
  const unsent = outbox.list.entries().filter((entry) => entry.chatId === id);
  for (const { clientId } of unsent) void outbox.discard(clientId);
  return unsent.length;
}
