import { ConfirmDialog } from '../components/ui/confirm-dialog.tsx';
import { texts } from './texts.ts';

interface LogOutDialogProps {
  /** How many messages wait on this device. */
  unsent: number;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a logout that deletes what has not been sent yet. */
export function LogOutDialog({ unsent, onConfirm, onClose }: LogOutDialogProps) {
  return (
    <ConfirmDialog title={texts.logOutTitle} action={texts.logOut} danger onConfirm={onConfirm} onClose={onClose}>
      {texts.unsentLost(unsent)}
    </ConfirmDialog>
  );
}
