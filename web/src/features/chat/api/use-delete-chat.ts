import { deleteChat } from '@koinonia/contracts/chat.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unlessGone } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { useChatParts } from '../chat-context.tsx';
import { texts } from '../texts.ts';
import { farewellTo } from '../sync/farewells.ts';
import { forgetChat } from '../sync/forget-chat.ts';

/** Removes a chat for this person and deletes its data from this device. Shows an error if that fails. */
export function useDeleteChat(id: string) {
  const queries = useQueryClient();
  const parts = useChatParts();
  return useMutation({
    mutationKey: farewellTo(id),
    networkMode: 'always',
    mutationFn: () => unlessGone(request(deleteChat, { params: { id } })),
    onSuccess: () => forgetChat(queries, parts, id),
    onError() {
      alert(texts.deleteChatFailed);
    },
  });
}
