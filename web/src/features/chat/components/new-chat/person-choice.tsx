import type { Person } from '@koinonia/contracts/identity.ts';
import { shownName } from '../../../../lib/shown-name.ts';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';
import styles from './person-choice.module.css';

interface PersonChoiceProps {
  person: Person;
  chosen: boolean;
  locked: boolean;
  onChoose: () => void;
}

const nothing = () => {};

/** One line of the list of people, with a checkmark. It keeps the focus while it is locked. */
export function PersonChoice({ person, chosen, locked, onChoose }: PersonChoiceProps) {
  const name = shownName(person);
  return (
    <label className={styles.choice}>
      <input
        className="visually-hidden"
        type="checkbox"
        checked={chosen}
        aria-disabled={locked || undefined}
        onChange={locked ? nothing : onChoose}
      />
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
