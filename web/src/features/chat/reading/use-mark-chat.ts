import { markRead, type Chat } from '@koinonia/contracts/chat.ts';
import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/api/request.ts';
import { toast } from '../../../lib/toast.ts';
import { markedInList, readInList } from '../model/chat-list.ts';
import { texts } from '../texts.ts';
import { outdateChatList, refreshChatList, updateChatList } from '../api/chat-list-query.ts';
import { keepReadNow } from './read-cache.ts';

/** Marks a chat read or unread: here at once, on other devices through the server. */
export function useMarkChat() {
  const queries = useQueryClient();
  return async ({ id, lastSeq }: Chat, as: 'read' | 'unread') => {
    updateChatList(queries, (chats) => (as === 'read' ? readInList(chats, id, lastSeq) : markedInList(chats, id)));
    if (as === 'read') keepReadNow(id);
    try {
      await request(markRead, { params: { id }, body: as === 'read' ? { seq: lastSeq } : { unread: true } });
      outdateChatList(queries);
    } catch {
      toast.error(texts.markFailed);
      void refreshChatList(queries);
    }
  };
}
