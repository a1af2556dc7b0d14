import { deleteChat } from '@koinonia/contracts/chat.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/api/request.ts';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { writeDraft } from '../../../lib/session/drafts.ts';
import { useChatParts } from '../chat-context.tsx';
import { withoutChat } from '../model/chat-list.ts';
import { texts } from '../texts.ts';
import { outdateChatList, updateChatList } from './chat-list-query.ts';
import { removeReadState } from '../reading/read-cache.ts';
import { farewellTo } from './farewells.ts';

/** A chat that is gone already counts as deleted. */
async function deleteOnServer(id: string) {
  try {
    await request(deleteChat, { params: { id } });
  } catch (error) {
    if (!wasRefused(error, 404)) throw error;
  }
}

/** Removes a chat for this person and deletes its data from this device. Shows an error if that fails. */
export function useDeleteChat(id: string, onDeleted: () => void) {
  const queries = useQueryClient();
  const { uid, logs, outbox } = useChatParts();
  return useMutation({
    mutationKey: farewellTo(id),
    networkMode: 'always',
    mutationFn: () => deleteOnServer(id),
    onSuccess() {
      updateChatList(queries, (chats) => withoutChat(chats, id));
      outdateChatList(queries);
      logs.forget(id);
      removeReadState(id);
      writeDraft(uid, id, '');
      // An unsent message would bring the chat back.
      for (const entry of outbox.list.entries()) if (entry.chatId === id) void outbox.discard(entry.clientId);
      onDeleted();
    },
    onError() {
      alert(texts.deleteChatFailed);
    },
  });
}
