import { maxNameLength } from '@koinonia/contracts/common.ts';
import { useEffect, useId, useRef } from 'react';
import { Fault } from '../../../../components/ui/fault.tsx';
import { TextField } from '../../../../components/ui/field.tsx';
import type { GroupSettings } from '../../api/change-groups.ts';
import { texts } from '../../texts.ts';
import styles from './manage-groups.module.css';

interface GroupFieldsProps {
  label: string;
  settings: GroupSettings;
  /** The server's reason for refusing the name. */
  reason: string | undefined;
  onChange: (change: Partial<GroupSettings>) => void;
}

export function GroupFields({ label, settings, reason, onChange }: GroupFieldsProps) {
  const reasonId = useId();
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // It takes room, and the buttons below it must not leave the screen.
    if (reason !== undefined) said.current?.closest('form')?.scrollIntoView({ block: 'nearest' });
  }, [reason]);
  return (
    <>
      <TextField
        label={label}
        dir="auto"
        autoComplete="off"
        maxLength={maxNameLength}
        value={settings.name}
        aria-invalid={reason !== undefined}
        aria-describedby={reasonId}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Fault ref={said} id={reasonId}>
        {reason}
      </Fault>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={settings.isPrivate}
          onChange={(event) => onChange({ isPrivate: event.target.checked })}
        />
        {texts.privateGroup}
      </label>
    </>
  );
}
