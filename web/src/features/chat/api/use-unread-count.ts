import { useQuery } from '@tanstack/react-query';
import { useChatParts } from '../chat-context.tsx';
import { unreadTotal } from '../model/chat-list.ts';
import { chatListQuery } from './chat-list-query.ts';

/** How many messages wait to be read. What comes into a chat while its end is looked at is none of them: it would flicker. */
export function useUnreadCount(): number {
  const { reads } = useChatParts();
  const { data } = useQuery({ ...chatListQuery, select: (chats) => unreadTotal(chats, reads.reading()) });
  return data ?? 0;
}
