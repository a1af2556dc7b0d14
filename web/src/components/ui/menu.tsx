import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './menu.module.css';

interface MenuProps {
  /** The name of the button that opens it. */
  label: string;
  icon?: IconName;
  children: ReactNode;
}

/** What is done seldom, behind a button. Arrow keys move in it, Escape closes it and the focus goes back. */
export function Menu({ label, icon = 'more', children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={<IconButton icon={icon} label={label} />} />
      <Base.Portal>
        <Base.Positioner className={styles.place} align="end" sideOffset={4} collisionPadding={8}>
          <Base.Popup className={styles.menu}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  icon: IconName;
  /** For what takes something away. */
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
