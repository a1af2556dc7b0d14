/** What people read when they sign in. */
export const texts = {
  product: 'Koinonia',
  tagline: 'Your central place for prayer, groups, resources, and communication.',
  signIn: 'Sign in with Google',
  required: 'Sign in required',
  requiredSentence: (orgName: string) => `Please sign in with your ${orgName} account to continue.`,
  ownOrganisation: 'organisation',
  demo: 'This is a demo: nobody’s real Google account is used. Choose one of the staff in the next window.',
  elsewhere: 'Finish in the window that has opened.',
  failedAlert: 'Failed to login',
  failedToast: 'Failed to sign in',
  deactivated: 'This account has been deactivated. Please ask an admin of your base.',
  tooMany: 'Too many people are signing in at once. Please try again in a minute.',
  waitsForNetwork: 'You’re offline. Koinonia will open when you’re back.',
  notReached: 'Koinonia can’t be reached right now. Trying again…',
  notYet: 'Koinonia can’t be reached right now. Please try again.',
  offline: 'You’re offline. Signing in needs a connection.',
} as const;
