import type { DeletedGroup } from '@koinonia/contracts/groups.ts';
import { Button } from '../../../../components/ui/button.tsx';
import { formatDate, formatExact } from '../../../../lib/format.ts';
import { reasonOf } from '../../api/change-groups.ts';
import { useRestoreGroup } from '../../api/deleted-groups.ts';
import { texts } from '../../texts.ts';
import lines from '../frame/lines.module.css';

export function DeletedGroupLine({ group }: { group: DeletedGroup }) {
  const restore = useRestoreGroup(group);
  const taken = reasonOf(restore.error);
  return (
    <li className={lines.line}>
      <div className={lines.what}>
        <strong dir="auto">{group.name}</strong>
        <p className={lines.about}>
          {group.isPrivate && `${texts.privateGroup}. `}
          {texts.deletedBy(formatExact(group.deletedAt), group.deletedBy?.displayName)}{' '}
          {texts.restorableUntil(formatDate(group.restorableUntil))}
        </p>
        <p className={lines.fault} role="alert">
          {taken !== undefined && texts.nameTaken}
        </p>
      </div>
      <Button
        aria-label={texts.restoreGroup(group.name)}
        pending={restore.isPending}
        pendingWords={texts.restoring}
        onClick={() => restore.mutate(undefined)}
      >
        {texts.restore}
      </Button>
    </li>
  );
}
