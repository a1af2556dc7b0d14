import type { Person, Role } from '@koinonia/contracts/identity.ts';
import { shownName } from '../../../../lib/shown-name.ts';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { Button, IconButton } from '../../../../components/ui/button.tsx';
import { useChangeRole } from '../../api/change-people.ts';
import { texts } from '../../texts.ts';
import { Address } from '../frame/address.tsx';
import { GroupsInRow } from './groups-in-row.tsx';
import { PersonMenu, type PersonQuestion } from './person-menu.tsx';
import styles from './user-table.module.css';

/** The role that the button gives. */
const otherRole: Record<Role, Role> = { member: 'admin', admin: 'member' };

interface UserRowProps {
  person: Person;
  phone: string;
  isMe: boolean;
  onManage: () => void;
  onAsk: (question: PersonQuestion) => void;
}

export function UserRow({ person, phone, isMe, onManage, onAsk }: UserRowProps) {
  const { role = 'member', groups = [], active = true } = person;
  const changeRole = useChangeRole(person);
  const name = shownName(person);
  // The list may show the new role before the answer arrives; the label changes only when the button is enabled again.
  const other = changeRole.isPending ? changeRole.variables : otherRole[role];

  return (
    <tr className={active ? undefined : styles.inactive}>
      <td className={styles.name}>
        <span className={styles.face}>
          <Avatar id={person.uid} name={name} photoURL={person.photoURL} />
          <span>
            <bdi title={name}>{name}</bdi>
            {isMe && <span className={styles.mark}>{texts.you}</span>}
            {!active && <span className={styles.mark}>{texts.inactive}</span>}
          </span>
        </span>
      </td>
      <td className={styles.email}>
        <Address of={person.email} />
      </td>
      <td className={styles.phone}>{phone}</td>
      <td className={styles.groups}>
        <GroupsInRow name={name} groups={groups} />
      </td>
      <td className={styles.role}>{role}</td>
      <td className={styles.actions}>
        {!isMe && (
          <Button
            aria-label={texts.makePerson(name, other)}
            disabled={changeRole.isPending}
            onClick={() => changeRole.mutate(other)}
          >
            {texts.make(other)}
          </Button>
        )}
        <IconButton icon="plus" label={texts.manageOf(name)} onClick={onManage} />
        <PersonMenu person={person} isMe={isMe} onAsk={onAsk} />
      </td>
    </tr>
  );
}
