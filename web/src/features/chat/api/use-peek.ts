import type { Chat, Message } from '@koinonia/contracts/chat.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasFailed } from '../../../lib/has-failed.ts';
import { useChatParts } from '../chat-context.tsx';
import { askMessages } from '../messages/ask-messages.ts';
import { messagesInTab } from '../messages/messages-in-tab.ts';

const peekSize = 8;

/** The last messages of a chat: from this tab's cache at once, or from this device's; then from the server, and live. */
export function usePeek({ id, lastSeq, changeSeq }: Chat) {
  const { openedChats } = useChatParts();
  const [inTab] = useState(() => messagesInTab(id).slice(-peekSize));
  const { data: onDevice = [] } = useQuery({
    queryKey: ['peek', id],
    queryFn: () => openedChats.onDevice(id, peekSize),
    networkMode: 'always',
    enabled: inTab.length === 0,
    gcTime: 0,
  });
  const query = useQuery({
    // A new message or change makes a new query.
    queryKey: ['peek', id, lastSeq, changeSeq],
    queryFn: () => askMessages(id, { limit: peekSize }),
    placeholderData: keepPreviousData<Message[]>,
    staleTime: 0,
    gcTime: 0,
  });
  const { data, isError, refetch } = query;
  const messages = data ?? [inTab, onDevice].find((kept) => kept.length > 0);
  return { messages, failed: isError || hasFailed(query), retry: () => refetch() };
}
