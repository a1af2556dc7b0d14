import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useBackCloses } from '../../lib/use-back-closes.ts';
import { IconButton } from '../ui/button.tsx';
import styles from './phone-menu.module.css';
import { texts } from './texts.ts';

/** The menu that slides in on phones. Returns the focus to the button that opened it. */
export function PhoneMenu({ open, onClose, children }: { open: boolean; onClose: () => void; children: ReactNode }) {
  useBackCloses(open ? onClose : undefined);
  return (
    <Base.Root open={open} onOpenChange={(wanted) => !wanted && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup className={styles.menu}>
          <header className={styles.header}>
            <Base.Title className={styles.title}>{texts.menu}</Base.Title>
            <Base.Close render={<IconButton icon="close" label={texts.closeMenu} />} />
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
