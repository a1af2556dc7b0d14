import type { Group } from '@koinonia/contracts/groups.ts';
import { useDeleteGroup } from '../../api/change-groups.ts';
import { texts } from '../../texts.ts';
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx';

export function DeleteGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  // Its line in the list goes, and this dialog with it.
  const remove = useDeleteGroup(group);
  return (
    <ConfirmDialog
      title={texts.deleteTitle(group.name)}
      action={texts.deleteGroup}
      pendingAction={texts.deleting}
      pending={remove.isPending}
      danger
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      {texts.deleteSentence}
    </ConfirmDialog>
  );
}
