/** What the same control says wherever it stands. */
export const texts = {
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Try again',
  loading: 'Loading...',
} as const;
