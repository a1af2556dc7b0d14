import type { ComponentType } from 'react';
import { lazyPage, type LazyPage } from './lazy-page.tsx';

/** Every page except the login and 'no page here' is loaded when it is first needed. */
const page = <Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>): LazyPage =>
  lazyPage(async () => (await load())[name]);

/** The frame around every page of signed-in people. */
export const Members = page('Members', () => import('./members.tsx'));

export interface PageAtAddress {
  /** The path in the router's syntax. */
  readonly address: string;
  readonly Page: LazyPage;
  /** The pages inside it, at paths below its own; '' shows at its own path. */
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
        Page: page('UsersPage', () => import('../features/admin/components/users/users-page.tsx')),
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

/** The first parts of their paths. */
export type MemberAddress = FirstPart<(typeof memberPages)[number]['address']>;
type FirstPart<Address> = Address extends `${infer First}/${string}` ? First : Address;

/** Loads all parts of the page at an address at once: one after another, each would wait for the network. */
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
