import type { DeletedGroup } from '@koinonia/contracts/groups.ts';
import { Button } from '../../../../components/ui/button.tsx';
import { Fault } from '../../../../components/ui/fault.tsx';
import { wasRefused } from '../../../../lib/api/api-error.ts';
import { formatDate, formatExact } from '../../../../lib/format.ts';
import { useRestoreGroup } from '../../api/deleted-groups.ts';
import { texts } from '../../texts.ts';
import lines from '../frame/lines.module.css';

export function DeletedGroupLine({ group }: { group: DeletedGroup }) {
  const restore = useRestoreGroup(group);
  return (
    <li className={lines.line}>
      <div className={lines.what}>
        <strong dir="auto">{group.name}</strong>
        <p className={lines.about}>
          {group.isPrivate && `${texts.privateGroup}. `}
          {texts.deletedBy(formatExact(group.deletedAt), group.deletedBy?.displayName)}{' '}
          {texts.restorableUntil(formatDate(group.restorableUntil))}
        </p>
        <Fault>{wasRefused(restore.error, 409) && texts.nameTaken}</Fault>
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
