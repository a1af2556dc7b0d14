/** What people read about the earlier versions of a message. */
export const historyTexts = {
  of: 'What this message has said',
  loading: 'Loading earlier versions...',
  offline: 'You’re offline. Earlier versions are loaded when you’re back.',
  failed: 'The earlier versions could not be loaded.',
  now: 'Now',
} as const;
