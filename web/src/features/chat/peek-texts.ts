/** What people read where they preview a chat. */
export const peekTexts = {
  lastMessages: 'Last messages',
  peekOffline: 'You’re offline. These are the last messages seen here.',
  peekNotNewest: 'The newest messages could not be loaded. These are the last ones seen here.',
  peekNothingOffline: 'You’re offline. None of these messages have been seen here yet.',
} as const;
