import { useRef } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Dialog } from '../../../../components/ui/dialog.tsx';
import { texts } from '../../texts.ts';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  question: string;
  /** What one loses by it. */
  consequence: string;
  confirm: string;
  /** What the button says while it is being done. */
  working: string;
  isWorking: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is taken away; stays until that is done, or was not to be had. */
export function ConfirmDialog({ question, consequence, confirm, working, isWorking, ...on }: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title={question} onClose={on.onClose} initialFocus={cancel}>
      <p className={styles.consequence}>{consequence}</p>
      <div className={styles.buttons}>
        <Button ref={cancel} onClick={on.onClose}>
          {texts.cancel}
        </Button>
        <Button look="danger" disabled={isWorking} onClick={on.onConfirm}>
          {isWorking ? working : confirm}
        </Button>
      </div>
    </Dialog>
  );
}
