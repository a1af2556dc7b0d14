import type { Chat } from '@koinonia/contracts/chat.ts';
import { useRef, useState, type FormEvent } from 'react';
import { Dialog } from '../../../../components/ui/dialog.tsx';
import { useFreshPeople } from '../../../../lib/people.ts';
import { toast } from '../../../../lib/toast.ts';
import { useChangeGroup } from '../../api/use-change-group.ts';
import { stillToChoose } from '../../model/people-to-choose.ts';
import { newChatTexts } from '../../new-chat-texts.ts';
import { groupTexts } from '../../group-texts.ts';
import { ChooserFooter } from '../new-chat/chooser-footer.tsx';
import styles from '../new-chat/new-chat-dialog.module.css';
import { PeopleChooser } from '../new-chat/people-chooser.tsx';

/** Adds people to a group. The selection stays when adding fails. */
export function AddPeopleDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const people = useFreshPeople();
  const [marked, setMarked] = useState<readonly string[]>([]);
  const newest = useRef(marked);
  const chosen = stillToChoose(marked, people.data);
  const search = useRef<HTMLInputElement>(null);
  const add = useChangeGroup(chat.id, groupTexts.addFailed);

  function mark(uids: readonly string[]) {
    newest.current = uids;
    setMarked(uids);
  }

  function afterAdding() {
    // Others may have been marked meanwhile.
    const since = newest.current.filter((uid) => !marked.includes(uid));
    if (since.length === 0) onClose();
    else mark(since);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen.length === 0) toast.error(newChatTexts.selectOne);
    // Called only while this dialog is open: a late answer must not close another one.
    else add.mutate({ add: [...chosen] }, { onSuccess: afterAdding, onError: () => void people.refetch() });
  }

  return (
    <Dialog title={groupTexts.addPeople} onClose={onClose} initialFocus={search}>
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.choosing}>
          <p className={styles.hint}>{groupTexts.addHint}</p>
          <PeopleChooser
            people={people}
            without={chat.users}
            nobody={groupTexts.nobodyToAdd}
            chosen={chosen}
            onChange={mark}
            search={search}
          />
        </div>
        <ChooserFooter
          count={chosen.length}
          action={groupTexts.add}
          pendingAction={groupTexts.adding}
          pending={add.isPending}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
