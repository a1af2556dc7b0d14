import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { useEndDevices } from '../api/use-devices.ts';
import { texts } from '../texts.ts';

export function EndOthersDialog({ onClose }: { onClose: () => void }) {
  const end = useEndDevices({ done: texts.othersEnded, failed: texts.endOthersFailed }, onClose);
  return (
    <ConfirmDialog
      title={texts.endOthersTitle}
      action={texts.endOthers}
      pendingAction={texts.ending}
      pending={end.isPending}
      danger
      onConfirm={() => end.mutate('all others')}
      onClose={onClose}
    >
      {texts.endOthersSentence}
    </ConfirmDialog>
  );
}
