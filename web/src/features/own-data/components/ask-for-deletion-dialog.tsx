import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { useChangeDeletionRequest } from '../api/use-deletion-request.ts';
import { texts } from '../texts.ts';
import styles from './own-data.module.css';

/** Says what goes and what stays, before anything is asked. */
export function AskForDeletionDialog({ onClose }: { onClose: () => void }) {
  const ask = useChangeDeletionRequest(onClose);
  return (
    <Dialog title={texts.askTitle} onClose={onClose}>
      <p>{texts.goes}</p>
      <p>{texts.stays}</p>
      <p>{texts.afterwards}</p>
      <p>{texts.takeBackHint}</p>
      <div className={styles.actions}>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button look="danger" disabled={ask.isPending} onClick={() => ask.mutate(true)}>
          {ask.isPending ? texts.asking : texts.askForDeletion}
        </Button>
      </div>
    </Dialog>
  );
}
