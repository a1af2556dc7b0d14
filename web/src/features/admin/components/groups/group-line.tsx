import { allStaff, type Group } from '@koinonia/contracts/groups.ts';
import { useRef, useState, type RefObject } from 'react';
import { IconButton } from '../../../../components/ui/button.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';
import { useFocusHandedOn } from '../../../../lib/use-focus-handed-on.ts';
import { texts } from '../../texts.ts';
import { DeleteGroupDialog } from './delete-group-dialog.tsx';
import { GroupSettingsForm } from './group-settings-form.tsx';
import styles from './manage-groups.module.css';
import type { UnsavedForms } from './use-unsaved-form.ts';

interface GroupLineProps {
  group: Group;
  chosen: boolean;
  unsaved: UnsavedForms;
  list: RefObject<HTMLElement | null>;
  onChoose: (chosen: boolean) => void;
}

/** One group, with a checkbox for the person's membership and the group's own settings. 'All Staff' cannot be changed. */
export function GroupLine({ group, chosen, unsaved, list, onChoose }: GroupLineProps) {
  const [open, setOpen] = useState<{ readonly form: 'settings' | 'delete' }>();
  const pencil = useRef<HTMLButtonElement>(null);
  const handed = useFocusHandedOn(list);
  const locked = group.name === allStaff;
  // Another form may have been opened while this one was saving, or this one again.
  const close = () => setOpen((now) => (now === open ? undefined : now));

  return (
    <li className={styles.group} {...handed}>
      <div className={styles.line}>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={chosen}
            disabled={locked}
            onChange={(event) => onChoose(event.target.checked)}
          />
          <bdi>{group.name}</bdi>
        </label>
        {locked ? (
          <span className={styles.note}>
            <Icon name="lock" size={16} /> {texts.everyone}
          </span>
        ) : (
          <>
            <span className={styles.note}>{group.isPrivate ? texts.privateGroup : texts.publicGroup}</span>
            <IconButton
              ref={pencil}
              icon="pencil"
              label={texts.edit(group.name)}
              aria-expanded={open?.form === 'settings'}
              onClick={() => setOpen(open?.form === 'settings' ? undefined : { form: 'settings' })}
            />
            <IconButton icon="bin" label={texts.remove(group.name)} onClick={() => setOpen({ form: 'delete' })} />
          </>
        )}
      </div>
      {open?.form === 'settings' && (
        <GroupSettingsForm group={group} unsaved={unsaved} pencil={pencil} onClose={close} />
      )}
      {open?.form === 'delete' && <DeleteGroupDialog group={group} onClose={close} />}
    </li>
  );
}
