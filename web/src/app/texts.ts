export const texts = {
  adminGained: 'You now have admin access!',
  roleSyncFailed: 'Failed to sync user role',
  logOutTitle: 'Log out?',
  logOut: 'Log out',
  unsentLost: (count: number) =>
    count === 1
      ? 'One message has not been sent yet. It will be lost if you log out.'
      : `${count} messages have not been sent yet. They will be lost if you log out.`,
  notFound: 'There is no page here',
  notFoundSentence: 'The address may be mistyped, or the page has moved.',
  home: 'Go to Home',
  notLoaded: 'This page has not been loaded yet',
  broken: 'Something went wrong',
  brokenSentence: 'What you wrote is saved. Please reload the page.',
  unsavedSentence: 'Please go back and send or save what you have started: it will be lost when the page reloads.',
  reload: 'Reload',
} as const;
