import type { Message } from '@koinonia/contracts/chat.ts';
import { useSyncExternalStore } from 'react';
import { useChatParts } from '../chat-context.tsx';

/** A message in its current form, as it may be edited or deleted meanwhile; undefined if this page does not have it. */
export function useMessageNow(chatId: string, id: string): Message | undefined {
  const { openedChats } = useChatParts();
  const find = () => openedChats.get(chatId).log.messages.find((message) => message.id === id);
  return useSyncExternalStore(openedChats.subscribe, find);
}
