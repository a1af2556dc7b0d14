import type { Person } from '@koinonia/contracts/identity.ts';
import { shownName } from '../../../../lib/shown-name.ts';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';
import styles from './person-choice.module.css';

/** One line of the list of people, with a checkmark. */
export function PersonChoice({ person, chosen, onChoose }: { person: Person; chosen: boolean; onChoose: () => void }) {
  const name = shownName(person);
  return (
    <label className={styles.choice}>
      <input className="visually-hidden" type="checkbox" checked={chosen} onChange={onChoose} />
      <Avatar id={person.uid} name={name} photoURL={person.photoURL} />
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className={styles.email}>{person.email}</span>
      </span>
      <span className={styles.mark}>{chosen && <Icon name="check" size={18} />}</span>
    </label>
  );
}
