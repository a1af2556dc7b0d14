import { useQuery } from '@tanstack/react-query';
import { unreadChats } from '../model/chat-list.ts';
import { chatListQuery } from './chat-list-query.ts';

/** In how many chats something waits to be read. */
export function useUnreadCount(): number {
  const { data } = useQuery({ ...chatListQuery, select: (chats) => unreadChats(chats).length });
  return data ?? 0;
}
