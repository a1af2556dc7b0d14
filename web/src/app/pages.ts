import type { ComponentType } from 'react';
import { lazyPage, type LazyPage } from './lazy-page.tsx';

/** Every page but the login is fetched when it is first wanted. */
const page = <Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>): LazyPage =>
  lazyPage(async () => (await load())[name]);

/** What is around every page of those who are signed in. */
export const Members = page('Members', () => import('./members.tsx'));

export interface PageAtAddress {
  /** As the router spells it. */
  readonly address: string;
  readonly Page: LazyPage;
  /** The pages within it, at addresses below its own; '' is shown at its own. */
  readonly within?: readonly PageAtAddress[];
}

/** The pages behind the sign-in. */
export const memberPages = [
  { address: 'home', Page: page('Home', () => import('./home.tsx')) },
  { address: 'groups', Page: page('GroupsPage', () => import('../features/groups/groups-page.tsx')) },
  { address: 'prayer', Page: page('PrayerPage', () => import('../features/prayer/prayer-page.tsx')) },
  { address: 'chat/:id?', Page: page('ChatPage', () => import('../features/chat/components/chat-page.tsx')) },
  { address: 'profile', Page: page('Profile', () => import('./profile.tsx')) },
  { address: 'resources', Page: page('ResourcesPage', () => import('../features/resources/resources-page.tsx')) },
  {
    address: 'admin',
    Page: page('AdminPage', () => import('../features/admin/components/frame/admin-page.tsx')),
    within: [
      {
        address: '',
        Page: page('AdminConsole', () => import('../features/admin/components/users/admin-console.tsx')),
      },
      {
        address: 'invitations',
        Page: page('InvitationsPage', () => import('../features/admin/components/invitations/invitations-page.tsx')),
      },
      {
        address: 'deletion-requests',
        Page: page(
          'DeletionRequestsPage',
          () => import('../features/admin/components/deletions/deletion-requests-page.tsx'),
        ),
      },
      {
        address: 'deleted-groups',
        Page: page(
          'DeletedGroupsPage',
          () => import('../features/admin/components/deleted-groups/deleted-groups-page.tsx'),
        ),
      },
      {
        address: 'audit',
        Page: page('AuditPage', () => import('../features/admin/components/audit/audit-page.tsx')),
      },
    ],
  },
] as const satisfies readonly PageAtAddress[];

/** The first parts of their addresses. */
export type MemberAddress = FirstPart<(typeof memberPages)[number]['address']>;
type FirstPart<Address> = Address extends `${infer First}/${string}` ? First : Address;

/** Fetches what the page at an address is made of, all at once: one part after another would wait for the network each time. */
export async function fetchPage(address: string): Promise<void> {
  await Promise.all([
    Members.fetch(),
    ...partsAt(address.split('/').slice(1), memberPages).map((part) => part.fetch()),
  ]);
}

function partsAt([first = '', ...rest]: readonly string[], among: readonly PageAtAddress[]): LazyPage[] {
  const found = among.find(({ address }) => address.split('/')[0] === first);
  return found ? [found.Page, ...partsAt(rest, found.within ?? [])] : [];
}
