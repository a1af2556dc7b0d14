import { useState } from 'react';
import { usePrinting } from '../../../../lib/use-printing.ts';
import { texts } from '../../texts.ts';
import styles from './user-table.module.css';

/** Max groups at first: a row with more would push the other rows out of sight. */
const atFirst = 3;

/** A person's groups; if there are many, a button shows the rest. */
export function GroupsInRow({ name, groups }: { name: string; groups: readonly string[] }) {
  const [all, setAll] = useState(false);
  const printing = usePrinting();
  const hidden = groups.length - atFirst;
  const many = hidden > 1;
  const shown = many && !all && !printing ? groups.slice(0, atFirst) : groups;
  return (
    <>
      <ul>
        {shown.map((group) => (
          <li key={group} dir="auto" title={group}>
            {group}
          </li>
        ))}
      </ul>
      {many && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={all}
          aria-label={all ? texts.fewerGroupsOf(name) : texts.moreGroupsOf(name, hidden)}
          onClick={() => setAll(!all)}
        >
          {all ? texts.fewerGroups : texts.moreGroups(hidden)}
        </button>
      )}
    </>
  );
}
