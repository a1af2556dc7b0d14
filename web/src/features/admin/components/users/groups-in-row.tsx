import { useState } from 'react';
import { texts } from '../../texts.ts';
import styles from './user-table.module.css';

/** Max groups at first, as in the style sheet: a row with more would push the other rows out of sight. */
const atFirst = 3;

/** A person's groups; if there are many, a button shows the rest. On paper all are shown. */
export function GroupsInRow({ name, groups }: { name: string; groups: readonly string[] }) {
  const [all, setAll] = useState(false);
  const hidden = groups.length - atFirst;
  const many = hidden > 1;
  return (
    <>
      <ul data-folded={many && !all}>
        {groups.map((group) => (
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
