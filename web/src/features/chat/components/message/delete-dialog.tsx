import type { Message } from '@koinonia/contracts/chat.ts';
import { useRef } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Dialog } from '../../../../components/ui/dialog.tsx';
import { useChatParts } from '../../chat-context.tsx';
import { texts } from '../../texts.ts';
import styles from './message-dialogs.module.css';

interface DeleteDialogProps {
  message: Message;
  back: HTMLElement;
  onClose: () => void;
}

/** Says what is destroyed, and shows it, before it goes. */
export function DeleteDialog({ message, back, onClose }: DeleteDialogProps) {
  const { deletions } = useChatParts();
  const cancel = useRef<HTMLButtonElement>(null);

  function close() {
    onClose();
    // The dialog was opened by a menu that has gone, so there is nobody it could give the focus back to.
    requestAnimationFrame(() => back.focus({ preventScroll: true }));
  }

  return (
    <Dialog title={texts.deleteQuestion} onClose={close} initialFocus={cancel}>
      {message.text !== '' && (
        <blockquote className={styles.quote} dir="auto">
          {message.text.slice(0, 300)}
        </blockquote>
      )}
      <p className={styles.said}>{texts.deleteConsequence}</p>
      <div className={styles.buttons}>
        <Button ref={cancel} onClick={close}>
          {texts.cancel}
        </Button>
        <Button
          look="danger"
          onClick={() => {
            void deletions.delete(message);
            close();
          }}
        >
          {texts.deleteConfirm}
        </Button>
      </div>
    </Dialog>
  );
}
