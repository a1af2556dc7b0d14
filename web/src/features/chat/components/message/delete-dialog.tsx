import { excerptOf, type Message } from '@koinonia/contracts/chat.ts';
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx';
import { deleteTexts } from '../../delete-texts.ts';
import { useDeleteMessage } from '../../messages/use-delete-message.ts';
import styles from './message-dialogs.module.css';

interface DeleteDialogProps {
  message: Message;
  back: HTMLElement;
  onClose: () => void;
}

/** Says what will be deleted, and shows it, before it happens. */
export function DeleteDialog({ message, back, onClose }: DeleteDialogProps) {
  const { mutate: deleteMessage } = useDeleteMessage(message);

  function close() {
    onClose();
    // The menu that opened the dialog is gone, so the dialog cannot return the focus to it.
    requestAnimationFrame(() => back.focus({ preventScroll: true }));
  }

  return (
    <ConfirmDialog
      title={deleteTexts.question}
      action={deleteTexts.confirm}
      danger
      onConfirm={() => {
        deleteMessage();
        close();
      }}
      onClose={close}
    >
      {message.text !== '' && (
        <blockquote className={styles.quote} dir="auto">
          {excerptOf(message.text)}
        </blockquote>
      )}
      <p className={styles.said}>{deleteTexts.consequence}</p>
    </ConfirmDialog>
  );
}
