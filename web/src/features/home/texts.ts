export const texts = {
  tab: 'Home',
  welcome: (orgName: string | undefined) => (orgName === undefined ? 'Welcome' : `Welcome to ${orgName}`),
  tagline: 'Your central place for prayer, groups, resources, and communication.',
} as const;
