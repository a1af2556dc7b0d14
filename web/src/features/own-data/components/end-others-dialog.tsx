import type { Device } from '@koinonia/contracts/identity.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { useEndDevices } from '../api/use-devices.ts';
import { texts } from '../texts.ts';
import styles from './own-data.module.css';

export function EndOthersDialog({ others, onClose }: { others: readonly Device[]; onClose: () => void }) {
  const end = useEndDevices({ done: texts.othersEnded, failed: texts.endOthersFailed }, onClose);
  return (
    <Dialog title={texts.endOthersTitle} onClose={onClose}>
      <p>{texts.endOthersSentence}</p>
      <div className={styles.actions}>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button look="danger" disabled={end.isPending} onClick={() => end.mutate(others)}>
          {end.isPending ? texts.ending : texts.endOthers}
        </Button>
      </div>
    </Dialog>
  );
}
