import { Navigate } from 'react-router-dom';
import { Page } from '../../components/layout/page.tsx';
import { LoadingOverlay } from '../../components/ui/loading-overlay.tsx';
import { useMe } from '../../lib/me.ts';

/** For admins; everyone else is led home. */
export function AdminPage() {
  const { data: me, isError } = useMe();
  if (me === undefined && !isError) return <LoadingOverlay />;
  if (me?.role !== 'admin') return <Navigate to="/home" replace />;
  return <Page title="Admin Console" />;
}
