import { Suspense, useCallback } from 'react';
import { BrowserRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { LoadingOverlay } from '../components/ui/loading-overlay.tsx';
import { LoginPage } from '../features/sign-in/components/login-page.tsx';
import { useSession } from '../lib/session/use-session.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { Members, memberPages, type PageAtAddress } from './pages.ts';

export function AppRoutes() {
  const signedOut = useSession().status === 'signedOut';
  return (
    <BrowserRouter>
      <Suspense fallback={<LoadingOverlay />}>
        <Routes>
          <Route path="/" element={<Login />} />
          <Route element={<Members />}>
            {memberPages.map(routeOf)}
            {!signedOut && <Route path="*" element={<NotFoundPage />} />}
          </Route>
          {signedOut && <Route path="*" element={<NotFoundAlone />} />}
        </Routes>
      </Suspense>
    </BrowserRouter>
  );
}

const routeOf = ({ address, Page, within }: PageAtAddress) => (
  <Route key={address} path={address} element={<Page />}>
    {within?.map(routeOf)}
  </Route>
);

/** A signed-out person learns that there is no such page without signing in first. */
function NotFoundAlone() {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}

/** The login page after a sign-out. */
function Login() {
  const navigate = useNavigate();
  const enter = useCallback(() => void navigate('/home', { replace: true }), [navigate]);
  return <LoginPage onSignedIn={enter} />;
}
