import type { ReactNode } from 'react';
import { Actions } from './actions.tsx';
import styles from './dialog-footer.module.css';

/** The buttons at the end of a dialog, whose content may be higher than the screen. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className={styles.footer}>
      <Actions>{children}</Actions>
    </div>
  );
}
