import { useRef } from 'react';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { Dialog } from '../../../../components/ui/dialog.tsx';
import { useDeleteChat } from '../../api/use-delete-chat.ts';
import type { ChatFace } from '../../model/chat-title.ts';
import { texts } from '../../texts.ts';
import styles from './delete-chat-dialog.module.css';

interface DeleteChatDialogProps {
  chatId: string;
  face: ChatFace;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a chat is taken away for this person. */
export function DeleteChatDialog({ chatId, face, onDeleted, onClose }: DeleteChatDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const remove = useDeleteChat(chatId, onDeleted);
  return (
    <Dialog title={texts.deleteChat} onClose={remove.isPending ? undefined : onClose} initialFocus={cancel}>
      <div className={styles.chat}>
        <Avatar id={face.tintId} name={face.title} photoURL={face.photoURL} />
        <strong dir="auto">{face.title}</strong>
      </div>
      <p>{texts.deleteChatQuestion}</p>
      <p className={styles.failed} role="alert">
        {remove.isError ? texts.deleteChatFailed : ''}
      </p>
      <div className={styles.actions}>
        <Button ref={cancel} disabled={remove.isPending} onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {remove.isPending ? texts.deletingChat : texts.deleteChat}
        </Button>
      </div>
    </Dialog>
  );
}
