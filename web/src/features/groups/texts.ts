export const texts = {
  title: 'My Groups',
  sentence: 'You are part of the following groups:',
  offline: 'You’re offline. Your other groups will load when you’re back.',
  notHere: 'Your other groups could not be loaded.',
} as const;
