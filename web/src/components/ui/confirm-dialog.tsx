import { useRef, type ReactNode } from 'react';
import { Actions } from './actions.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { texts } from './texts.ts';

interface ConfirmDialogProps {
  /** Names whom or what it is about. */
  title: string;
  /** What happens then. */
  children: ReactNode;
  action: string;
  /** What the button says while it is being done; left out where it is done at once. */
  pendingAction?: string;
  pending?: boolean;
  /** For what takes something away. */
  danger?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks whether something is really meant; stays until that is done, or was not to be had. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    action,
    pendingAction = action,
    pending = false,
    danger = false,
    onConfirm,
    onClose,
  } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title={title} onClose={onClose} initialFocus={cancel}>
      {typeof children === 'string' ? <p>{children}</p> : children}
      <Actions>
        <Button ref={cancel} onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button look={danger ? 'danger' : 'main'} disabled={pending} onClick={onConfirm}>
          {pending ? pendingAction : action}
        </Button>
      </Actions>
    </Dialog>
  );
}
