/** The texts of controls, the same wherever a control is used. */
export const texts = {
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Try again',
  loading: 'Loading...',
  /** As in `index.html`. */
  loadingPage: 'Loading…',
  moreFailed: 'More could not be loaded. Please try again.',
  dismiss: 'Dismiss',
  toasts: 'Notifications',
  notOpened: 'This could not be opened. Please try again.',
  newerVersion: 'There is a newer version. Please send or save what you have begun, then try again.',
  waitsForNetwork: 'You’re offline. This will load when you’re back.',
  offline: 'You’re offline. As last loaded.',
} as const;
