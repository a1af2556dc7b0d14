import { useRef, type ReactNode } from 'react';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { DialogFooter } from './dialog-footer.tsx';
import { texts } from './texts.ts';

interface ConfirmDialogProps {
  /** Names the person or thing concerned. */
  title: string;
  /** The consequences. */
  children: ReactNode;
  action: string;
  /** The label of the button while the action runs; left out if it takes no time. */
  pendingAction?: string;
  pending?: boolean;
  /** For an action that removes something. */
  danger?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation; stays open until the action has succeeded or failed, since it can no longer be cancelled. */
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
  useUnsaved(pending);
  return (
    <Dialog title={title} onClose={pending ? undefined : onClose} initialFocus={cancel}>
      {typeof children === 'string' ? <p>{children}</p> : children}
      <DialogFooter>
        <Button ref={cancel} disabled={pending} onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button look={danger ? 'danger' : 'main'} pending={pending} pendingWords={pendingAction} onClick={onConfirm}>
          {action}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
