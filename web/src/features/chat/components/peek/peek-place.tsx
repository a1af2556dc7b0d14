import type { Chat } from '@koinonia/contracts/chat.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { lazyPart } from '../../../../components/ui/lazy-part.tsx';
import type { Directory } from '../../../../lib/people.ts';
import { useChatParts } from '../../chat-context.tsx';
import { faceOf } from '../../model/chat-title.ts';

const PeekDialog = lazyPart(() => import('./peek-dialog.tsx').then((module) => module.PeekDialog));
const DeleteChatDialog = lazyPart(() => import('./delete-chat-dialog.tsx').then((module) => module.DeleteChatDialog));

/** Called when the pointer or the focus reaches a chat: a long press must not wait for the network. */
export function preparePeek() {
  void PeekDialog.fetch();
  void DeleteChatDialog.fetch();
}

interface PeekPlaceProps {
  /** The chat in the preview. */
  chat: Chat | undefined;
  directory: Directory;
  list: RefObject<HTMLElement | null>;
  onOpen: () => void;
  onClose: () => void;
}

/** The preview of a chat, and the dialog that asks before deleting it. */
export function PeekPlace({ chat, directory, list, onOpen, onClose }: PeekPlaceProps) {
  const { uid, reads } = useChatParts();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState<Chat | null>(null);
  useFocusAfterAsking(deleting !== null, list);

  function open(chatId: string) {
    onClose();
    reads.opened(chatId);
    onOpen();
    void navigate(`/chat/${chatId}`);
  }

  return (
    <>
      {chat !== undefined && deleting === null && (
        <PeekDialog
          chat={chat}
          face={faceOf(chat, directory, uid)}
          onOpen={() => open(chat.id)}
          onDelete={() => {
            setDeleting(chat);
            onClose();
          }}
          onClose={onClose}
        />
      )}
      {deleting !== null && (
        <DeleteChatDialog
          chatId={deleting.id}
          face={faceOf(deleting, directory, uid)}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

/** The element that had the focus may be gone with the chat; if not, the dialog returns the focus to it. */
function useFocusAfterAsking(asks: boolean, list: RefObject<HTMLElement | null>) {
  const asked = useRef(false);
  useEffect(() => {
    const hasClosed = asked.current && !asks;
    asked.current = asks;
    if (!hasClosed) return;
    queueMicrotask(() => {
      if (document.activeElement === document.body)
        list.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus();
    });
  }, [asks, list]);
}
