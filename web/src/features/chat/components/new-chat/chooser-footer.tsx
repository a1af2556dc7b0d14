import { Button } from '../../../../components/ui/button.tsx';
import { DialogFooter } from '../../../../components/ui/dialog-footer.tsx';
import { texts as common } from '../../../../components/ui/texts.ts';
import { newChatTexts } from '../../new-chat-texts.ts';
import styles from './new-chat-dialog.module.css';

interface ChooserFooterProps {
  /** How many people are chosen. */
  count: number;
  action: string;
  pendingAction: string;
  pending: boolean;
  onClose: () => void;
}

export function ChooserFooter({ count, action, pendingAction, pending, onClose }: ChooserFooterProps) {
  return (
    <DialogFooter>
      <span className={styles.chosen} role="status">
        {count > 0 ? newChatTexts.selected(count) : ''}
      </span>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="main" type="submit" pending={pending} pendingWords={pendingAction}>
        {action}
      </Button>
    </DialogFooter>
  );
}
