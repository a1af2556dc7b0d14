/** Every page in everybody's menu but Chat: its link, its path and its title. `pages.spec.ts` fails when one is missing. */
export const pagesInMenu = [
  ['Home', '/home', 'Welcome to Harbour Base'],
  ['Groups', '/groups', 'My Groups'],
  ['Prayer Requests', '/prayer', 'Prayer Requests'],
  ['Profile', '/profile', 'My Profile'],
  ['Common Resources', '/resources', 'Common Resources'],
] as const;

/** Their paths. */
export const pathsInMenu = pagesInMenu.map(([, path]) => path);
