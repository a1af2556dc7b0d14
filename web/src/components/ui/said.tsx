import type { ReactNode } from 'react';
import styles from './said.module.css';

/**
 * Screen readers read out what appears in it. Always in the page: they do not read a status that is added together with its
 * words.
 */
export function Said({ children }: { children: ReactNode }) {
  return (
    <div className={styles.said} role="status">
      {children}
    </div>
  );
}
