import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { useChangeDeletionRequest } from '../api/use-deletion-request.ts';
import { texts } from '../texts.ts';

/** Says what is deleted and what stays, before anybody confirms. */
export function AskForDeletionDialog({ onClose }: { onClose: () => void }) {
  const ask = useChangeDeletionRequest(onClose);
  return (
    <ConfirmDialog
      title={texts.askTitle}
      action={texts.askForDeletion}
      pendingAction={texts.asking}
      pending={ask.isPending}
      danger
      onConfirm={() => ask.mutate(true)}
      onClose={onClose}
    >
      <p>{texts.goes}</p>
      <p>{texts.stays}</p>
      <p>{texts.afterwards}</p>
      <p>{texts.withdrawHint}</p>
    </ConfirmDialog>
  );
}
