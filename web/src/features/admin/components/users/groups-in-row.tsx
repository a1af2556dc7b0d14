import { useState } from 'react';
import { texts } from '../../texts.ts';
import styles from './user-table.module.css';

/** A row with more groups than these would push the others out of sight. */
const atFirst = 3;

/** Somebody's groups; all of many are shown when asked for. */
export function GroupsInRow({ name, groups }: { name: string; groups: readonly string[] }) {
  const [all, setAll] = useState(false);
  const hidden = groups.length - atFirst;
  const many = hidden > 1;
  const shown = many && !all ? groups.slice(0, atFirst) : groups;
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
          data-on-paper=""
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
