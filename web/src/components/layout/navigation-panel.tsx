import { NavLink } from 'react-router-dom';
import { shortCount } from '../../lib/format.ts';
import type { StoredUser } from '../../lib/session/stored-user.ts';
import { shownName } from '../../lib/shown-name.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { destinationsOf } from './navigation.ts';
import styles from './navigation-panel.module.css';
import { texts } from './texts.ts';

export interface NavigationPanelProps {
  user: StoredUser;
  isAdmin: boolean;
  /** The counts beside links, by address: how many things are waiting there. */
  counts: Readonly<Record<string, number>>;
  onLogout: () => void;
  /** Somebody has followed a link. */
  onLeave?: () => void;
}

/** The links of the product and the signed-in person: the sidebar, and the menu on phones. */
export function NavigationPanel({ user, isAdmin, counts, onLogout, onLeave }: NavigationPanelProps) {
  const name = shownName(user);
  return (
    <div className={styles.panel}>
      <nav aria-label={texts.links}>
        <ul className={styles.links}>
          {destinationsOf(isAdmin).map(({ to, label, icon }) => (
            <li key={to}>
              <NavLink className={styles.link ?? ''} to={to} onClick={onLeave}>
                <Icon name={icon} />
                <span>{label}</span>
                {(counts[to] ?? 0) > 0 && <Count value={counts[to] ?? 0} />}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.person}>
        <Avatar id={user.uid} name={name} photoURL={user.photoURL} />
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
        <Button icon={<Icon name="logout" />} onClick={onLogout}>
          {texts.logout}
        </Button>
      </div>
    </div>
  );
}

function Count({ value }: { value: number }) {
  return (
    <span className={`unread-count ${styles.count}`}>
      {shortCount(value)}
      <span className="visually-hidden">{texts.unread}</span>
    </span>
  );
}
