import { Suspense, useCallback, useState } from 'react';
import { LoadingOverlay } from '../components/ui/loading-overlay.tsx';
import { LoginPage } from '../features/sign-in/components/login-page.tsx';
import { readKeptAnswers } from '../lib/on-device/kept-answers.ts';
import { session } from '../lib/session/session.ts';
import { lazyPage } from './lazy-page.tsx';
import { fetchPage } from './pages.ts';

const afterLogin = '/home';
const isLogin = () => location.pathname === '/';
const isSignedIn = () => session.snapshot().status === 'signedIn';

const fetchAfterLogin = () => void Promise.all([import('./routes.tsx'), fetchPage(afterLogin)]).catch(() => undefined);

/** The router together with the page that it shows first, so that only "Loading…" comes before that page. */
const Routed = lazyPage(async () => {
  const page = isSignedIn() ? fetchPage(isLogin() ? afterLogin : location.pathname) : undefined;
  const [{ AppRoutes }] = await Promise.all([import('./routes.tsx'), page]);
  return AppRoutes;
});

/** Loads what this address needs before anything is rendered. Resolves when rendering can begin, and never fails. */
export async function fetchFirst(): Promise<void> {
  if (isSignedIn() || !isLogin()) await Promise.all([Routed.fetch(), readKeptAnswers()]);
}

/** The login page stands alone: it does not wait for the router, which only the other pages need. */
export function App() {
  const [atLogin, setAtLogin] = useState(isLogin);
  const enter = useCallback(() => {
    history.replaceState(null, '', afterLogin);
    setAtLogin(false);
  }, []);
  if (atLogin) return <LoginPage onSignIn={fetchAfterLogin} onSignedIn={enter} />;
  return (
    <Suspense fallback={<LoadingOverlay />}>
      <Routed />
    </Suspense>
  );
}
