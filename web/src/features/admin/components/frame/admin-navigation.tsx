import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { texts } from '../../texts.ts';
import styles from './admin-navigation.module.css';

export const sections = [
  { to: '/admin', label: texts.sections.users },
  { to: '/admin/invitations', label: texts.sections.invitations },
  { to: '/admin/deletion-requests', label: texts.sections.deletionRequests },
  { to: '/admin/deleted-groups', label: texts.sections.deletedGroups },
  { to: '/admin/audit', label: texts.sections.audit },
] as const;

/** In px, with the shadow at the edge: `--space-6`. */
const edge = 24;

/** `scrollIntoView` would also make Chromium's next Tab start from here, beyond the menu of the page. */
function intoView(nav: HTMLElement, link: Element) {
  const [room, one] = [nav.getBoundingClientRect(), link.getBoundingClientRect()];
  nav.scrollLeft += Math.min(0, one.left - edge - room.left) + Math.max(0, one.right + edge - room.right);
}

/** Rarely used parts have pages of their own, so that the list of people stays clear. */
export function AdminNavigation() {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // On a phone the current link may be scrolled out of sight.
  useEffect(() => {
    const link = nav.current?.querySelector(`[href="${pathname}"]`);
    if (nav.current && link) intoView(nav.current, link);
  }, [pathname]);
  return (
    <nav ref={nav} className={styles.sections} aria-label={texts.title}>
      <ul>
        {sections.map(({ to, label }) => (
          <li key={to}>
            <NavLink className={styles.section ?? ''} to={to} end data-words={label}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
