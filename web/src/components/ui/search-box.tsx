import type { Ref } from 'react';
import styles from './field.module.css';
import { firstCharacters } from '../../lib/first-characters.ts';
import { Icon } from './icon.tsx';

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Max characters; the rest is cut off. Left out where nothing is sent to the server. */
  longest?: number;
  ref?: Ref<HTMLInputElement>;
}

/** `label` is both placeholder and accessible name. */
export function SearchBox({ label, value, onChange, longest, ref }: SearchBoxProps) {
  return (
    <div className={styles.search}>
      <Icon name="search" className={styles.glass} />
      <input
        ref={ref}
        className={styles.control}
        type="search"
        placeholder={label}
        aria-label={label}
        value={value}
        dir="auto"
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) =>
          onChange(longest === undefined ? target.value : firstCharacters(target.value, longest))
        }
      />
    </div>
  );
}
