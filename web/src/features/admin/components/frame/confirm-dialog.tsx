import type { ReactNode } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Dialog } from '../../../../components/ui/dialog.tsx';
import { texts } from '../../texts.ts';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  /** Names whom or what it is about. */
  title: string;
  /** What happens then. */
  children: ReactNode;
  action: string;
  pendingAction: string;
  pending: boolean;
  danger?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, pendingAction, pending, danger = false, onConfirm, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <div className={styles.actions}>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button look={danger ? 'danger' : 'main'} disabled={pending} onClick={onConfirm}>
          {pending ? pendingAction : action}
        </Button>
      </div>
    </Dialog>
  );
}
