import { listMessages, type Chat, type Message } from '@koinonia/contracts/chat.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../lib/api/request.ts';
import { messagesOf } from '../model/normalise.ts';
import { keptMessages } from './message-cache.ts';

const peekSize = 8;

/** The last messages of a chat: what this tab has kept of it at once, then as the server has them, and as they come. */
export function usePeek({ id, lastSeq, changeSeq }: Chat) {
  const [kept] = useState(() => keptMessages(id).slice(-peekSize));
  const { data, isError, refetch } = useQuery({
    // What comes or changes while one looks makes it another question.
    queryKey: ['peek', id, lastSeq, changeSeq],
    queryFn: async () => messagesOf(await request(listMessages, { params: { id }, query: { limit: peekSize } })),
    placeholderData: keepPreviousData<Message[]>,
    staleTime: 0,
    gcTime: 0,
  });
  const messages = data ?? (kept.length > 0 ? kept : undefined);
  return { messages, failed: isError, retry: () => void refetch() };
}
