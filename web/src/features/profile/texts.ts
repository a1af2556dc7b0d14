import type { Theme } from '@koinonia/contracts/identity.ts';

const themes: Record<Theme, string> = { auto: 'Auto (Based on Device)', light: 'Light Mode', dark: 'Dark Mode' };

export const texts = {
  title: 'My Profile',
  loading: 'Loading profile...',
  notHere: 'Your profile could not be loaded.',
  offline: 'You’re offline. Your profile will load when you’re back.',
  displayName: 'Display Name',
  email: 'Email',
  phone: 'Phone',
  groups: 'Groups',
  theme: 'Theme Preference',
  themes,
  save: 'Save Changes',
  saving: 'Saving...',
  saved: 'Profile updated successfully!',
  failed: 'Failed to update profile',

  changeAvatar: 'Change your picture',
  avatarTitle: 'Your picture',
  uploaded: 'Avatar uploaded!',
} as const;
