import { deleteMessage, type Message } from '@koinonia/contracts/chat.ts';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../lib/api/request.ts';
import { requireMessage } from '../../../lib/api/required.ts';
import { toast } from '../../../lib/toast.ts';
import { useChatParts } from '../chat-context.tsx';
import { texts } from '../texts.ts';
import { deletionOf } from './use-shown-message.ts';

/** Deletes a message: it is hidden at once, and shown again if that fails. An edit of it ends when it is gone. */
export function useDeleteMessage({ id, chatId }: Message) {
  const { openedChats, writings } = useChatParts();
  return useMutation({
    mutationKey: deletionOf(id),
    networkMode: 'always',
    async mutationFn() {
      const deleted = await request(deleteMessage, { params: { id: chatId, messageId: id } });
      return requireMessage(deleted, 'id', id);
    },
    // Here and not where it is called: the dialog that asked has closed by then.
    onSuccess(deleted) {
      openedChats.changed(deleted);
      writings.endEditOf(chatId, id);
    },
    onError: () => toast.error(texts.deleteFailed),
  });
}
