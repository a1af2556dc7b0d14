import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Page } from '../../../../components/layout/page.tsx';
import { LoadingOverlay } from '../../../../components/ui/loading-overlay.tsx';
import { useMe } from '../../../../lib/me.ts';
import { useConsoleSync } from '../../api/use-console-sync.ts';
import { texts } from '../../texts.ts';
import { AdminNavigation, sections } from './admin-navigation.tsx';

/** For admins; everyone else is led home, also whoever ceases to be one while they look. */
export function AdminPage() {
  const { data: me, isError } = useMe();
  if (me === undefined && !isError) return <LoadingOverlay />;
  if (me?.role !== 'admin') return <Navigate to="/home" replace />;
  return <Frame />;
}

function Frame() {
  const { pathname } = useLocation();
  const section = sections.find(({ to }) => to === pathname.replace(/\/$/, ''));
  useConsoleSync();
  return (
    <Page title={texts.title} tab={section === undefined || section.to === '/admin' ? texts.title : section.label} wide>
      <AdminNavigation />
      <Outlet />
    </Page>
  );
}
