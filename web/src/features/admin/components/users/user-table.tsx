import type { Person } from '@koinonia/contracts/identity.ts';
import { Skeleton } from '../../../../components/ui/skeleton.tsx';
import { usePhoneFormat } from '../../../../lib/phone/use-phone-format.ts';
import { texts } from '../../texts.ts';
import { ConsoleTable } from '../frame/console-table.tsx';
import type { PersonQuestion } from './person-menu.tsx';
import { UserRow } from './user-row.tsx';
import styles from './user-table.module.css';

interface UserTableProps {
  people: readonly Person[];
  pending: boolean;
  ownUid: string;
  onManage: (person: Person) => void;
  onAsk: (person: Person, question: PersonQuestion) => void;
}

export function UserTable({ people, pending, ownUid, onManage, onAsk }: UserTableProps) {
  const formatPhone = usePhoneFormat(people.map(({ phone = '' }) => phone));
  return (
    <ConsoleTable label={texts.sections.users} className={styles.table} titles={texts.columns}>
      {pending
        ? ghosts.map((width) => <GhostRow key={width} width={width} />)
        : people.map((person) => (
            <UserRow
              key={person.uid}
              person={person}
              phone={formatPhone(person.phone ?? '')}
              isMe={person.uid === ownUid}
              onManage={() => onManage(person)}
              onAsk={(question) => onAsk(person, question)}
            />
          ))}
    </ConsoleTable>
  );
}

const ghosts = ['45%', '60%', '35%', '55%', '40%', '50%'];

function GhostRow({ width }: { width: string }) {
  return (
    <tr aria-hidden="true">
      <td className={styles.ghost} colSpan={Object.keys(texts.columns).length}>
        <Skeleton width={width} />
      </td>
    </tr>
  );
}
