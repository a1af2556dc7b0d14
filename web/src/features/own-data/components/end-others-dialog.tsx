import type { Device } from '@koinonia/contracts/identity.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { useEndDevices } from '../api/use-devices.ts';
import { texts } from '../texts.ts';

export function EndOthersDialog({ others, onClose }: { others: readonly Device[]; onClose: () => void }) {
  const end = useEndDevices({ done: texts.othersEnded, failed: texts.endOthersFailed }, onClose);
  return (
    <ConfirmDialog
      title={texts.endOthersTitle}
      action={texts.endOthers}
      pendingAction={texts.ending}
      pending={end.isPending}
      danger
      onConfirm={() => end.mutate(others)}
      onClose={onClose}
    >
      {texts.endOthersSentence}
    </ConfirmDialog>
  );
}
