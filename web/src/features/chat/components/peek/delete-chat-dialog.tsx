import { Avatar } from '../../../../components/ui/avatar.tsx';
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx';
import { Fault } from '../../../../components/ui/fault.tsx';
import { useDeleteChat } from '../../api/use-delete-chat.ts';
import type { ChatFace } from '../../model/chat-title.ts';
import { texts } from '../../texts.ts';
import styles from './delete-chat-dialog.module.css';

interface DeleteChatDialogProps {
  chatId: string;
  face: ChatFace;
  onClose: () => void;
}

/** Asks before a chat is deleted for this person. */
export function DeleteChatDialog({ chatId, face, onClose }: DeleteChatDialogProps) {
  const remove = useDeleteChat(chatId);
  return (
    <ConfirmDialog
      title={texts.deleteChat}
      action={texts.deleteChat}
      pendingAction={texts.deletingChat}
      pending={remove.isPending}
      danger
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <div className={styles.chat}>
        <Avatar id={face.tintId} name={face.title} photoURL={face.photoURL} />
        <strong dir="auto">{face.title}</strong>
      </div>
      <p>{texts.deleteChatQuestion}</p>
      <Fault>{remove.isError && texts.deleteChatFailed}</Fault>
    </ConfirmDialog>
  );
}
