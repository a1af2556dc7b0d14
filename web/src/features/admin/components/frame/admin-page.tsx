import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Page } from '../../../../components/layout/page.tsx';
import { LoadingOverlay } from '../../../../components/ui/loading-overlay.tsx';
import { NotHere, Nothing } from '../../../../components/ui/not-here.tsx';
import { OfflineNote } from '../../../../components/ui/offline-note.tsx';
import { hasFailed } from '../../../../lib/has-failed.ts';
import { useMe } from '../../../../lib/me.ts';
import { useConsoleSync } from '../../api/use-console-sync.ts';
import { texts } from '../../texts.ts';
import { AdminNavigation, sections } from './admin-navigation.tsx';

/** For admins only; everyone else is sent home, including somebody who stops being an admin meanwhile. */
export function AdminPage() {
  const me = useMe();
  if (me.data === undefined && (me.isPaused || hasFailed(me))) {
    return (
      <Page title={texts.title}>
        {me.isPaused ? (
          <Nothing>{texts.offline}</Nothing>
        ) : (
          <NotHere framed failed words={texts.notKnown} onRetry={() => me.refetch()} />
        )}
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
  useConsoleSync();
  return (
    <Page title={texts.title} tab={section === undefined || section.to === '/admin' ? texts.title : section.label} wide>
      <OfflineNote />
      <AdminNavigation />
      <Outlet />
    </Page>
  );
}
