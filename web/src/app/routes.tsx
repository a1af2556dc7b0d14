import { Suspense, useCallback } from 'react';
import { BrowserRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { LoadingOverlay } from '../components/ui/loading-overlay.tsx';
import { LoginPage } from '../features/sign-in/components/login-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { pages } from './pages.ts';

export function AppRoutes() {
  return (
    <BrowserRouter>
      <Suspense fallback={<LoadingOverlay />}>
        <Routes>
          <Route path="/" element={<Login />} />
          <Route element={<pages.Members />}>
            <Route path="/home" element={<pages.Home />} />
            <Route path="/groups" element={<pages.Groups />} />
            <Route path="/prayer" element={<pages.Prayer />} />
            <Route path="/chat/:id?" element={<pages.Chat />} />
            <Route path="/profile" element={<pages.Profile />} />
            <Route path="/resources" element={<pages.Resources />} />
            <Route path="/admin" element={<pages.Admin />}>
              <Route index element={<pages.AdminConsole />} />
              <Route path="invitations" element={<pages.Invitations />} />
              <Route path="deletion-requests" element={<pages.DeletionRequests />} />
              <Route path="deleted-groups" element={<pages.DeletedGroups />} />
              <Route path="audit" element={<pages.Audit />} />
            </Route>
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  );
}

/** The login of whoever was in and has left. */
function Login() {
  const navigate = useNavigate();
  const enter = useCallback(() => void navigate('/home', { replace: true }), [navigate]);
  return <LoginPage onSignedIn={enter} />;
}
