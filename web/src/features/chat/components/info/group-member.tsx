import { memo } from 'react';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import type { Member } from '../../model/members.ts';
import { texts } from '../../texts.ts';
import { HereMark } from '../presence/here-mark.tsx';
import styles from './group-members.module.css';
import type { ChosenMember } from './member-acts.tsx';

interface GroupMemberProps {
  member: Member;
  mine: boolean;
  here: boolean;
  onChoose: (chosen: ChosenMember) => void;
}

/** One person of a group; pressing it opens the actions for them. */
export const GroupMember = memo(function GroupMember({ member, mine, here, onChoose }: GroupMemberProps) {
  const face = (
    <>
      <Avatar id={member.uid} name={member.name} photoURL={member.photoURL} size="small" />
      <span className={styles.name} dir="auto">
        {member.name}
      </span>
    </>
  );
  return (
    <li>
      {mine ? (
        <div className={styles.member}>
          {face}
          <span className={styles.number}>{texts.you}</span>
        </div>
      ) : (
        <button
          type="button"
          className={styles.member}
          aria-haspopup="menu"
          onClick={(event) =>
            onChoose({ member, button: event.currentTarget, byKeyboard: event.detail === 0, asks: 'what' })
          }
        >
          {face}
          {here && <HereMark />}
        </button>
      )}
    </li>
  );
}, sameMember);

/** For memo: any change creates all of several hundred members again, but few of them differ. */
function sameMember(before: GroupMemberProps, after: GroupMemberProps): boolean {
  const [one, other] = [before.member, after.member];
  return (
    one.uid === other.uid &&
    one.name === other.name &&
    one.photoURL === other.photoURL &&
    before.mine === after.mine &&
    before.here === after.here &&
    before.onChoose === after.onChoose
  );
}
