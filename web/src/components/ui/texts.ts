/** The texts of controls, the same wherever a control is used. */
export const texts = {
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Try again',
  loading: 'Loading...',
  offline: 'You’re offline. As last loaded.',
} as const;
