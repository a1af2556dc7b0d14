import type { KeyboardEvent, Ref } from 'react';
import styles from './field.module.css';
import { firstCharacters } from '../../lib/first-characters.ts';
import { isComposing } from '../../lib/is-composing.ts';
import { Icon } from './icon.tsx';

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Max characters; the rest is cut off. Left out where nothing is sent to the server. */
  longest?: number;
  ref?: Ref<HTMLInputElement>;
}

/**
 * Results come while one types, so Enter must not send the form around the box. Escape clears the words first: a dialog around
 * the box closes only at the next one.
 */
function keepAround(event: KeyboardEvent<HTMLInputElement>, clear: () => void) {
  if (isComposing(event)) return;
  const clears = event.key === 'Escape' && event.currentTarget.value !== '';
  if (event.key === 'Enter' || clears) event.preventDefault();
  if (!clears) return;
  event.stopPropagation();
  clear();
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
        onKeyDown={(event) => keepAround(event, () => onChange(''))}
        onChange={({ target }) =>
          onChange(longest === undefined ? target.value : firstCharacters(target.value, longest))
        }
      />
    </div>
  );
}
