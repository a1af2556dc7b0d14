import { markRead, type Chat } from '@koinonia/contracts/chat.ts';
import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/api/request.ts';
import { toast } from '../../../lib/toast.ts';
import { markedInList, readInList, unmarkedInList } from '../model/chat-list.ts';
import { useChatParts } from '../chat-context.tsx';
import { texts } from '../texts.ts';
import { knownChat, outdateChatList, refreshChatList, updateChatList } from '../sync/chat-list-query.ts';
import { keepReadNow, keptReadState } from './read-cache.ts';

/** Marks a chat read or unread: here at once, on other devices through the server. */
export function useMarkChat() {
  const queries = useQueryClient();
  const { reads } = useChatParts();
  return async (chat: Chat, as: 'read' | 'unread') => {
    const { id, lastSeq } = chat;
    updateChatList(queries, (chats) => (as === 'read' ? readInList(chats, id, lastSeq) : markedInList(chats, id)));
    if (as === 'read') keepReadNow(id);
    const unmark = as === 'unread' ? reads.marked(id) : undefined;
    const marked = knownChat(queries, id);
    const { readAt } = keptReadState(id);
    try {
      await request(markRead, { params: { id }, body: as === 'read' ? { seq: lastSeq } : { unread: true } });
      outdateChatList(queries);
    } catch {
      toast.error(texts.markFailed);
      unmark?.();
      const isReadSince = keptReadState(id).readAt !== readAt;
      if (marked !== undefined && !isReadSince) updateChatList(queries, (chats) => unmarkedInList(chats, chat, marked));
      void refreshChatList(queries);
    }
  };
}
