import type { Chat } from '@koinonia/contracts/chat.ts';
import { removeGroupPicture, uploadGroupPicture } from '@koinonia/contracts/media.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useUploadPicture } from '../../../components/picture-crop/use-upload-picture.ts';
import { request, uploading } from '../../../lib/api/request.ts';
import { toast } from '../../../lib/toast.ts';
import { groupTexts } from '../group-texts.ts';
import { refreshChatList, updateChatList } from '../sync/chat-list-query.ts';
import { refusalOf } from './use-change-group.ts';

function withoutPicture(chat: Chat): Chat {
  const without = { ...chat };
  delete without.photoURL;
  return without;
}

function useShowPicture(chatId: string) {
  const queries = useQueryClient();
  return (photoURL: string | null) => {
    const shown = (chat: Chat) => (photoURL === null ? withoutPicture(chat) : { ...chat, photoURL });
    updateChatList(queries, (chats) => chats.map((chat) => (chat.id === chatId ? shown(chat) : chat)));
    // A slow answer may be older than somebody else's new picture.
    void refreshChatList(queries);
  };
}

/** Uploads a group picture, which shows on every open screen at once. Reports success or failure. */
export function useUploadGroupPicture(chatId: string, onDone: () => void) {
  const show = useShowPicture(chatId);
  function upload(picture: Blob, signal: AbortSignal) {
    const form = new FormData();
    form.append('picture', picture, 'group.jpg');
    return uploading({ signal })(uploadGroupPicture, {
      params: { id: chatId },
      body: form,
    });
  }
  return useUploadPicture(upload, (photoURL) => {
    show(photoURL);
    toast.success(groupTexts.pictureChanged);
    onDone();
  });
}

export function useRemoveGroupPicture(chatId: string, onDone: () => void) {
  const show = useShowPicture(chatId);
  return useMutation({
    networkMode: 'always',
    async mutationFn() {
      await request(removeGroupPicture, { params: { id: chatId } });
    },
    onSuccess() {
      show(null);
      onDone();
    },
    onError: (error) => toast.error(refusalOf(error, groupTexts.pictureRemoveFailed)),
  });
}
