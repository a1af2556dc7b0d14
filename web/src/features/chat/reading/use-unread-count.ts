import { useQuery } from '@tanstack/react-query';
import { useChatParts } from '../chat-context.tsx';
import { unreadTotal } from '../model/chat-list.ts';
import { chatListQuery } from '../api/chat-list-query.ts';

/** The number of unread messages, without those in a chat whose end is being looked at: that number would flicker. */
export function useUnreadCount(): number {
  const { reads } = useChatParts();
  const { data } = useQuery({ ...chatListQuery, select: (chats) => unreadTotal(chats, reads.reading()) });
  return data ?? 0;
}
