import type { BodyOf } from '@koinonia/contracts/call.ts';
import { changeChat, type Chat } from '@koinonia/contracts/chat.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, unlessGone, wasRefused } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { isOnline } from '../../../lib/online.ts';
import { toast } from '../../../lib/toast.ts';
import { useChatParts } from '../chat-context.tsx';
import { upsertChat } from '../model/chat-list.ts';
import { groupTexts } from '../group-texts.ts';
import { refreshChatList, updateChatList } from '../sync/chat-list-query.ts';
import { farewellTo } from '../sync/farewells.ts';
import { forgetChat } from '../sync/forget-chat.ts';

/** The words for a failed change: the server's own if it refused, even if only for now; else `otherwise`. */
export function refusalOf(error: unknown, otherwise: string): string {
  const isSaid = wasRefused(error, 429) || (wasRefused(error) && error.status !== 404);
  if (isSaid) return error.message;
  return error instanceof ApiError || isOnline() ? otherwise : groupTexts.needsConnection;
}

/** Renames a group, adds people, takes somebody out. `failed` is shown when that fails. */
export function useChangeGroup(chatId: string, failed: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (change: BodyOf<typeof changeChat>): Promise<Chat> =>
      request(changeChat, { params: { id: chatId }, body: change }),
    onSuccess(chat) {
      updateChatList(queries, (chats) => upsertChat(chats, chat));
      // A slow answer may be older than somebody else's change.
      void refreshChatList(queries);
    },
    onError: (error) => toast.error(refusalOf(error, failed)),
  });
}

/** Leaves a group and deletes its data from this device. Being out already counts as success. */
export function useLeaveGroup(chatId: string) {
  const queries = useQueryClient();
  const parts = useChatParts();
  return useMutation({
    mutationKey: farewellTo(chatId),
    networkMode: 'always',
    mutationFn: () => unlessGone(request(changeChat, { params: { id: chatId }, body: { remove: [parts.uid] } })),
    onSuccess: () => forgetChat(queries, parts, chatId),
    onError: (error) => toast.error(refusalOf(error, groupTexts.leaveFailed)),
  });
}
