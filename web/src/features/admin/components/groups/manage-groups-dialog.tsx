import type { Person } from '@koinonia/contracts/identity.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { Actions } from '../../../../components/ui/actions.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { texts as common } from '../../../../components/ui/texts.ts';
import { Dialog } from '../../../../components/ui/dialog.tsx';
import { NotHere } from '../../../../components/ui/not-here.tsx';
import { hasFailed } from '../../../../lib/has-failed.ts';
import { shownName } from '../../../../lib/shown-name.ts';
import { useSaveGroupsOf } from '../../api/change-people.ts';
import { groupsQuery } from '../../api/groups-query.ts';
import { belongs, differenceOf, type MembershipEdits } from '../../model/memberships.ts';
import { texts } from '../../texts.ts';
import { GroupLine } from './group-line.tsx';
import footer from '../../../../components/ui/dialog-footer.module.css';
import styles from './manage-groups.module.css';
import { NewGroupForm } from './new-group-form.tsx';
import type { UnsavedForms } from './use-unsaved-form.ts';

const unedited: MembershipEdits = new Map();

const isChange = ({ addToGroups, removeFromGroups }: ReturnType<typeof differenceOf>) =>
  addToGroups.length + removeFromGroups.length > 0;

/** The state holds only the edits, so that other people's changes still show. */
export function ManageGroupsDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const groups = useQuery(groupsQuery);
  const [edits, setEdits] = useState(unedited);
  const [unsaved] = useState<UnsavedForms>(() => new Set());
  const all = groups.data ?? [];
  const current = person.groups ?? [];
  const save = useSaveGroupsOf(person.uid, (saved) => {
    // More may have been ticked meanwhile, and nothing that another form holds may be lost.
    if (unsaved.size === 0 && !isChange(differenceOf(all, saved.groups ?? [], edits))) onClose();
  });
  const list = useRef<HTMLUListElement>(null);
  const name = shownName(person);
  const difference = differenceOf(all, current, edits);
  const changed = isChange(difference);

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(difference);
  }

  return (
    <Dialog title={texts.manage} onClose={onClose}>
      <p className={styles.person}>
        <bdi>{texts.groupsOf(name)}</bdi>
      </p>
      {groups.data === undefined ? (
        <NotHere failed={hasFailed(groups)} words={texts.groupsNotHere} onRetry={() => groups.refetch()} />
      ) : (
        <ul ref={list} aria-label={texts.groupsOf(name)} tabIndex={-1}>
          {all.map((group) => (
            <GroupLine
              key={group.id}
              group={group}
              chosen={belongs(group, current, edits)}
              unsaved={unsaved}
              list={list}
              onChoose={(chosen) => setEdits(new Map(edits).set(group.id, chosen))}
            />
          ))}
        </ul>
      )}
      <NewGroupForm unsaved={unsaved} />
      <form className={footer.footer} onSubmit={submit}>
        <Actions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="main" type="submit" disabled={!changed} pending={save.isPending} pendingWords={texts.saving}>
            {texts.save}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
