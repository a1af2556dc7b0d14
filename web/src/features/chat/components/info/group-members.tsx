import type { Chat } from '@koinonia/contracts/chat.ts';
import { useMemo, useState } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';
import { lazyPart } from '../../../../components/ui/lazy-part.tsx';
import { Said } from '../../../../components/ui/said.tsx';
import { SearchBox } from '../../../../components/ui/search-box.tsx';
import type { Directory } from '../../../../lib/people.ts';
import { isFoundBy } from '../../../../lib/name-search.ts';
import { useKeptFocus } from '../../../../lib/use-kept-focus.ts';
import { usePresence } from '../../api/use-presence.ts';
import { useChatParts } from '../../chat-context.tsx';
import { membersOf } from '../../model/members.ts';
import { texts } from '../../texts.ts';
import { groupTexts } from '../../group-texts.ts';
import { GroupMember } from './group-member.tsx';
import styles from './group-members.module.css';
import { type ChosenMember, MemberActs } from './member-acts.tsx';

const AddPeopleDialog = lazyPart(() => import('./add-people-dialog.tsx').then((module) => module.AddPeopleDialog));

/** Groups of this size or more have a search box. */
const searchedFrom = 16;

interface GroupMembersProps {
  chat: Chat;
  directory: Directory;
  onOpenChat: (chatId: string) => void;
}

/** The members of a group: this person first, then by name. Each of the others can be written to or removed. */
export function GroupMembers({ chat, directory, onOpenChat }: GroupMembersProps) {
  const { uid: me } = useChatParts();
  const here = usePresence(chat.id);
  const [words, setWords] = useState('');
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<ChosenMember | null>(null);
  const { fallback, around } = useKeptFocus<HTMLHeadingElement>();

  const members = useMemo(() => membersOf(chat.users, directory, me), [chat.users, directory, me]);
  const isSearched = members.length >= searchedFrom;
  const shown = isSearched && words.trim() !== '' ? members.filter(({ name }) => isFoundBy(name, words)) : members;

  return (
    <section {...around}>
      <header className={styles.header}>
        <h3 ref={fallback} tabIndex={-1}>
          {texts.members} <span className={styles.number}>{members.length}</span>
        </h3>
        <Button look="link" icon={<Icon name="plus" size={18} />} onClick={() => setAdding(true)}>
          {groupTexts.addPeople}
        </Button>
      </header>
      {isSearched && <SearchBox label={groupTexts.searchMembers} value={words} onChange={setWords} />}
      <Said>{shown.length === 0 && <p className={styles.none}>{groupTexts.noMembers}</p>}</Said>
      {shown.length > 0 && (
        <ul className={styles.members}>
          {shown.map((member) => (
            <GroupMember
              key={member.uid}
              member={member}
              mine={member.uid === me}
              here={here.has(member.uid)}
              onChoose={setChosen}
            />
          ))}
        </ul>
      )}
      <MemberActs chat={chat} chosen={chosen} onChoose={setChosen} onOpenChat={onOpenChat} />
      {adding && <AddPeopleDialog chat={chat} onClose={() => setAdding(false)} />}
    </section>
  );
}
