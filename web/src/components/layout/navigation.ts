import type { IconName } from '../ui/icon.tsx';

export interface Destination {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
}

const everyone: readonly Destination[] = [
  { to: '/home', label: 'Home', icon: 'home' },
  { to: '/groups', label: 'Groups', icon: 'groups' },
  { to: '/prayer', label: 'Prayer Requests', icon: 'prayer' },
  { to: '/chat', label: 'Chat', icon: 'chat' },
  { to: '/profile', label: 'Profile', icon: 'person' },
  { to: '/resources', label: 'Common Resources', icon: 'book' },
];

const admins: Destination = { to: '/admin', label: 'Admin Console', icon: 'shield' };

export const destinationsOf = (isAdmin: boolean) => (isAdmin ? [...everyone, admins] : everyone);
