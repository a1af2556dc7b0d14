import type { ReactNode } from 'react';
import styles from './said.module.css';

/**
 * What comes and goes in it is read out by screen readers. Always in the page: they are silent about a status that comes
 * together with its words.
 */
export function Said({ children }: { children: ReactNode }) {
  return (
    <div className={styles.said} role="status">
      {children}
    </div>
  );
}
