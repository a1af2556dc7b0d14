/** The texts of the frame around the pages. */
export const texts = {
  product: 'Koinonia',
  skip: 'Skip to content',
  sidebar: 'Sidebar',
  links: 'Main',
  unread: ' unread',
  logout: 'Logout',
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',

  home: 'Home',
  groups: 'Groups',
  prayer: 'Prayer Requests',
  chat: 'Chat',
  profile: 'Profile',
  resources: 'Common Resources',
  admin: 'Admin Console',
} as const;
