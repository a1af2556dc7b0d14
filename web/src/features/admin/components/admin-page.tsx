import { Navigate } from 'react-router-dom';
import { LoadingOverlay } from '../../../components/ui/loading-overlay.tsx';
import { useMe } from '../../../lib/me.ts';
import { AdminConsole } from './admin-console.tsx';

/** For admins; everyone else is led home, also whoever ceases to be one while they look. */
export function AdminPage() {
  const { data: me, isError } = useMe();
  if (me === undefined && !isError) return <LoadingOverlay />;
  if (me?.role !== 'admin') return <Navigate to="/home" replace />;
  return <AdminConsole uid={me.uid} />;
}
