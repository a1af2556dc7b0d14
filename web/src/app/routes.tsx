import { lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { LoadingOverlay } from '../components/ui/loading-overlay.tsx';
import { LoginPage } from '../features/sign-in/components/login-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const pages = {
  Members: lazy(() => import('./members.tsx').then((module) => ({ default: module.Members }))),
  Home: lazy(() => import('./home.tsx').then((module) => ({ default: module.Home }))),
  Groups: lazy(() => import('../features/groups/groups-page.tsx').then((module) => ({ default: module.GroupsPage }))),
  Prayer: lazy(() => import('../features/prayer/prayer-page.tsx').then((module) => ({ default: module.PrayerPage }))),
  Chat: lazy(() =>
    import('../features/chat/components/chat-page.tsx').then((module) => ({ default: module.ChatPage })),
  ),
  Profile: lazy(() => import('./profile.tsx').then((module) => ({ default: module.Profile }))),
  Resources: lazy(() =>
    import('../features/resources/resources-page.tsx').then((module) => ({ default: module.ResourcesPage })),
  ),
  Admin: lazy(() =>
    import('../features/admin/components/frame/admin-page.tsx').then((module) => ({ default: module.AdminPage })),
  ),
  AdminConsole: lazy(() =>
    import('../features/admin/components/users/admin-console.tsx').then((module) => ({ default: module.AdminConsole })),
  ),
  Audit: lazy(() =>
    import('../features/admin/components/audit/audit-page.tsx').then((module) => ({ default: module.AuditPage })),
  ),
  Invitations: lazy(() =>
    import('../features/admin/components/invitations/invitations-page.tsx').then((module) => ({
      default: module.InvitationsPage,
    })),
  ),
  DeletionRequests: lazy(() =>
    import('../features/admin/components/deletions/deletion-requests-page.tsx').then((module) => ({
      default: module.DeletionRequestsPage,
    })),
  ),
  DeletedGroups: lazy(() =>
    import('../features/admin/components/deleted-groups/deleted-groups-page.tsx').then((module) => ({
      default: module.DeletedGroupsPage,
    })),
  ),
};

/** Every page but the login is fetched when it is first wanted. */
export function AppRoutes() {
  return (
    <BrowserRouter>
      <Suspense fallback={<LoadingOverlay />}>
        <Routes>
          <Route path="/" element={<LoginPage />} />
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
