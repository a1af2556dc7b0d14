import { createChat } from '@koinonia/contracts/chat.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/api/request.ts';
import { toast } from '../../../lib/toast.ts';
import { upsertChat } from '../model/chat-list.ts';
import { groupTexts } from '../group-texts.ts';
import { outdateChatList, updateChatList } from '../sync/chat-list-query.ts';
import { refusalOf } from './use-change-group.ts';

/** Finds the chat with one person, or creates it. The caller opens it. */
export function useOpenDirectChat() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (uid: string) => request(createChat, { body: { users: [uid], isGroup: false } }),
    onSuccess(chat) {
      updateChatList(queries, (chats) => upsertChat(chats, chat));
      outdateChatList(queries);
    },
    onError: (error) => toast.error(refusalOf(error, groupTexts.openChatFailed)),
  });
}
