import { lazy, Suspense, type ReactNode } from 'react';
import { LoadingOverlay } from '../../../components/ui/loading-overlay.tsx';
import type { StoredUser } from '../../../lib/session/stored-user.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { SessionLoading } from './session-loading.tsx';

const SignInRequired = lazy(() =>
  import('./sign-in-required.tsx').then((module) => ({ default: module.SignInRequired })),
);

/** Shows its children only to somebody who is signed in. The page they wanted stays in the address. */
export function SignInGate({ children }: { children: (user: StoredUser) => ReactNode }) {
  const session = useSession();
  if (session.status === 'loading') return <SessionLoading />;
  if (session.status === 'signedIn') return children(session.user);
  return (
    <Suspense fallback={<LoadingOverlay />}>
      <SignInRequired />
    </Suspense>
  );
}
