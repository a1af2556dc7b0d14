import { Menu as Base } from '@base-ui/react/menu';
import { useState, type ReactNode } from 'react';
import { useBackCloses } from '../../lib/use-back-closes.ts';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './menu.module.css';
import { withinPage } from './within-page.ts';

interface MenuProps {
  /** The name of the button that opens the menu. */
  label: string;
  children: ReactNode;
}

/** A menu of rare actions, behind a button. Arrow keys move in it; Escape and the phone's Back close it. */
export function Menu({ label, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  useBackCloses(open ? () => setOpen(false) : undefined);
  return (
    <Base.Root modal={false} open={open} onOpenChange={(isOpen) => setOpen(isOpen)}>
      <Base.Trigger render={<IconButton icon="more" label={label} />} />
      <Base.Portal container={withinPage()}>
        <Base.Positioner className={styles.place} align="end" sideOffset={4} collisionPadding={8}>
          <Base.Popup className={styles.menu}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  icon: IconName;
  /** For an action that removes something. */
  danger?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, danger = false, onSelect, children }: MenuItemProps) {
  return (
    <Base.Item className={`${styles.item} ${danger ? styles.danger : ''}`} onClick={onSelect}>
      <Icon name={icon} />
      {children}
    </Base.Item>
  );
}
