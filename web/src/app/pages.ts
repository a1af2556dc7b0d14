import { lazyPage, type LazyPage } from './lazy-page.tsx';

/** Every page but the login is fetched when it is first wanted. */
export const pages = {
  Members: lazyPage(() => import('./members.tsx').then((module) => module.Members)),
  Home: lazyPage(() => import('./home.tsx').then((module) => module.Home)),
  Groups: lazyPage(() => import('../features/groups/groups-page.tsx').then((module) => module.GroupsPage)),
  Prayer: lazyPage(() => import('../features/prayer/prayer-page.tsx').then((module) => module.PrayerPage)),
  Chat: lazyPage(() => import('../features/chat/components/chat-page.tsx').then((module) => module.ChatPage)),
  Profile: lazyPage(() => import('./profile.tsx').then((module) => module.Profile)),
  Resources: lazyPage(() => import('../features/resources/resources-page.tsx').then((module) => module.ResourcesPage)),
  Admin: lazyPage(() => import('../features/admin/components/frame/admin-page.tsx').then((module) => module.AdminPage)),
  AdminConsole: lazyPage(() =>
    import('../features/admin/components/users/admin-console.tsx').then((module) => module.AdminConsole),
  ),
  Audit: lazyPage(() => import('../features/admin/components/audit/audit-page.tsx').then((module) => module.AuditPage)),
  Invitations: lazyPage(() =>
    import('../features/admin/components/invitations/invitations-page.tsx').then((module) => module.InvitationsPage),
  ),
  DeletionRequests: lazyPage(() =>
    import('../features/admin/components/deletions/deletion-requests-page.tsx').then(
      (module) => module.DeletionRequestsPage,
    ),
  ),
  DeletedGroups: lazyPage(() =>
    import('../features/admin/components/deleted-groups/deleted-groups-page.tsx').then(
      (module) => module.DeletedGroupsPage,
    ),
  ),
};

const atAddress: Readonly<Record<string, readonly LazyPage[]>> = {
  home: [pages.Home],
  groups: [pages.Groups],
  prayer: [pages.Prayer],
  chat: [pages.Chat],
  profile: [pages.Profile],
  resources: [pages.Resources],
  admin: [pages.Admin, pages.AdminConsole],
};

/** Fetches what the page at an address is made of, all at once: one part after another would wait for the network each time. */
export async function fetchPage(address: string): Promise<void> {
  const parts = atAddress[address.split('/')[1] ?? ''] ?? [];
  await Promise.all([pages.Members, ...parts].map((part) => part.fetch()));
}
