import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Page } from '../../../../components/layout/page.tsx';
import { LoadingOverlay } from '../../../../components/ui/loading-overlay.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';
import { NotHere } from '../../../../components/ui/not-here.tsx';
import { useMe } from '../../../../lib/me.ts';
import { useOnline } from '../../../../lib/use-online.ts';
import { useConsoleSync } from '../../api/use-console-sync.ts';
import { texts } from '../../texts.ts';
import styles from './admin-page.module.css';
import { AdminNavigation, sections } from './admin-navigation.tsx';

/** For admins only; everyone else is sent home, also somebody who stops being an admin meanwhile. */
export function AdminPage() {
  const me = useMe();
  if (me.data === undefined && me.isError) {
    return (
      <Page title={texts.title}>
        <NotHere framed failed words={texts.notKnown} onRetry={() => void me.refetch()} />
      </Page>
    );
  }
  if (me.data === undefined) return <LoadingOverlay />;
  if (me.data.role !== 'admin') return <Navigate to="/home" replace />;
  return <Frame />;
}

function Frame() {
  const { pathname } = useLocation();
  const section = sections.find(({ to }) => to === pathname.replace(/\/$/, ''));
  const online = useOnline();
  useConsoleSync();
  return (
    <Page title={texts.title} tab={section === undefined || section.to === '/admin' ? texts.title : section.label} wide>
      <AdminNavigation />
      <p className={styles.offline} role="status" hidden={online}>
        <Icon name="offline" size={18} />
        {!online && texts.offline}
      </p>
      <Outlet />
    </Page>
  );
}
