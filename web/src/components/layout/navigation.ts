import type { IconName } from '../ui/icon.tsx';
import { texts } from './texts.ts';

export interface Destination {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
}

const everyone: readonly Destination[] = [
  { to: '/home', label: texts.home, icon: 'home' },
  { to: '/groups', label: texts.groups, icon: 'groups' },
  { to: '/prayer', label: texts.prayer, icon: 'prayer' },
  { to: '/chat', label: texts.chat, icon: 'chat' },
  { to: '/profile', label: texts.profile, icon: 'person' },
  { to: '/resources', label: texts.resources, icon: 'book' },
];

const admins: Destination = { to: '/admin', label: texts.admin, icon: 'shield' };

export const destinationsOf = (isAdmin: boolean) => (isAdmin ? [...everyone, admins] : everyone);
