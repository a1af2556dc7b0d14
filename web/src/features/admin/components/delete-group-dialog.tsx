import type { Group } from '@koinonia/contracts/groups.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { useDeleteGroup } from '../api/change-groups.ts';
import { texts } from '../texts.ts';
import styles from './manage-groups.module.css';

export function DeleteGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const remove = useDeleteGroup(group, onClose);
  return (
    <Dialog title={texts.deleteTitle(group.name)} onClose={onClose}>
      <p>{texts.deleteSentence}</p>
      <div className={styles.actions}>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate(undefined)}>
          {remove.isPending ? texts.deleting : texts.deleteGroup}
        </Button>
      </div>
    </Dialog>
  );
}
