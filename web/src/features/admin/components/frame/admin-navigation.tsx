import { NavLink } from 'react-router-dom';
import { texts } from '../../texts.ts';
import styles from './admin-navigation.module.css';

export const sections = [
  { to: '/admin', label: texts.sections.users },
  { to: '/admin/invitations', label: texts.sections.invitations },
  { to: '/admin/deleted-groups', label: texts.sections.deletedGroups },
  { to: '/admin/audit', label: texts.sections.audit },
] as const;

/** What is seldom needed has a page of its own, so that the list of people stays clear. */
export function AdminNavigation() {
  return (
    <nav className={styles.sections} aria-label={texts.title}>
      <ul>
        {sections.map(({ to, label }) => (
          <li key={to}>
            <NavLink className={styles.section ?? ''} to={to} end>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
