import type { ReactNode } from 'react';
import styles from './actions.module.css';

/** The buttons below a form or a question; the one that continues comes last. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
