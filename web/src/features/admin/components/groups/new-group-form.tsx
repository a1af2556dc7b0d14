import { isVisible } from '@koinonia/contracts/common.ts';
import { useState, type FormEvent } from 'react';
import { Actions } from '../../../../components/ui/actions.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { toast } from '../../../../lib/toast.ts';
import { reasonBeside, useCreateGroup, type GroupSettings } from '../../api/change-groups.ts';
import { texts } from '../../texts.ts';
import { GroupFields } from './group-fields.tsx';
import styles from './manage-groups.module.css';
import { type UnsavedForms, useUnsavedForm } from './use-unsaved-form.ts';

const blank: GroupSettings = { name: '', isPrivate: false };

export function NewGroupForm({ unsaved }: { unsaved: UnsavedForms }) {
  const [settings, setSettings] = useState(blank);
  // The next group may have been begun meanwhile.
  const create = useCreateGroup(({ name }) => setSettings((now) => (now.name.trim() === name ? blank : now)));
  const reason = reasonBeside(create, settings.name);
  // A name that was refused cannot be saved.
  useUnsavedForm(unsaved, settings.name.trim() !== '' && reason === undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = settings.name.trim();
    if (!isVisible(name)) toast.error(texts.emptyName);
    else create.mutate({ ...settings, name });
  }

  return (
    <form className={styles.settings} aria-label={texts.newGroup} onSubmit={submit}>
      <GroupFields
        label={texts.newGroupName}
        settings={settings}
        reason={reason}
        onChange={(change) => setSettings({ ...settings, ...change })}
      />
      <Actions>
        <Button type="submit" pending={create.isPending} pendingWords={texts.adding}>
          {texts.add}
        </Button>
      </Actions>
    </form>
  );
}
