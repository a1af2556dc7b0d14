import { useQuery } from '@tanstack/react-query';
import { useChatParts } from '../chat-context.tsx';
import { unreadTotal } from '../model/chat-list.ts';
import { chatListQuery } from '../sync/chat-list-query.ts';

/** The number of unread messages, except in a chat whose end is on the screen: there, the number would flicker. */
export function useUnreadCount(): number {
  const { reads } = useChatParts();
  const { data } = useQuery({ ...chatListQuery, select: (chats) => unreadTotal(chats, reads.reading()) });
  return data ?? 0;
}
