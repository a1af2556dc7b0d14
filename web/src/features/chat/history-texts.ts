/** What people read about the earlier versions of a message. */
export const historyTexts = {
  of: 'Versions of this message',
  loading: 'Loading earlier versions...',
  offline: 'You’re offline. Earlier versions will load when you’re back.',
  failed: 'The earlier versions could not be loaded.',
  now: 'Now',
} as const;
