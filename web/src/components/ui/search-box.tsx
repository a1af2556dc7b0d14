import type { Ref } from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** `label` is both placeholder and accessible name. */
export function SearchBox({ label, value, onChange, ref }: SearchBoxProps) {
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
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
