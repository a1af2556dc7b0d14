import { isVisible } from '@koinonia/contracts/common.ts';
import type { Group } from '@koinonia/contracts/groups.ts';
import { useState, type FormEvent, type RefObject } from 'react';
import { Actions } from '../../../../components/ui/actions.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { texts as common } from '../../../../components/ui/texts.ts';
import { toast } from '../../../../lib/toast.ts';
import { useFocusHandedOn } from '../../../../lib/use-focus-handed-on.ts';
import { type GroupSettings, reasonBeside, useSaveSettings } from '../../api/change-groups.ts';
import { texts } from '../../texts.ts';
import { GroupFields } from './group-fields.tsx';
import styles from './manage-groups.module.css';
import { type UnsavedForms, useUnsavedForm } from './use-unsaved-form.ts';

/** At the end of the list, it would open out of sight. */
const intoView = (form: HTMLFormElement | null) => form?.scrollIntoView({ block: 'nearest' });

interface GroupSettingsFormProps {
  group: Group;
  unsaved: UnsavedForms;
  /** What opens the form, and gets its focus back. */
  pencil: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** A group's name and visibility. */
export function GroupSettingsForm({ group, unsaved, pencil, onClose }: GroupSettingsFormProps) {
  const [edits, setEdits] = useState<Partial<GroupSettings>>({});
  const handed = useFocusHandedOn(pencil);
  const save = useSaveSettings(group, ({ name, isPrivate }) => {
    // More may have been edited meanwhile.
    if (edits.name?.trim() === name && edits.isPrivate === isPrivate) onClose();
  });
  const settings = { name: group.name, isPrivate: group.isPrivate, ...edits };
  const reason = reasonBeside(save, settings.name);
  // A name that was refused cannot be saved.
  const isRenamed = settings.name.trim() !== group.name && reason === undefined;
  useUnsavedForm(unsaved, isRenamed || settings.isPrivate !== group.isPrivate);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isVisible(settings.name)) toast.error(texts.emptyName);
    else if (Object.keys(edits).length === 0) onClose();
    // Only what was edited: another admin may have changed the rest.
    else save.mutate({ ...edits, ...(edits.name !== undefined && { name: edits.name.trim() }) });
  }

  return (
    <form ref={intoView} className={styles.settings} {...handed} onSubmit={submit}>
      <GroupFields
        label={texts.groupName}
        settings={settings}
        reason={reason}
        onChange={(change) => setEdits({ ...edits, ...change })}
      />
      <Actions>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" pending={save.isPending} pendingWords={texts.saving}>
          {texts.saveSettings}
        </Button>
      </Actions>
    </form>
  );
}
