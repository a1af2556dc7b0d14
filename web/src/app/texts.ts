export const texts = {
  adminGained: 'You now have admin access!',
  roleSyncFailed: 'Failed to sync user role',
  logOutTitle: 'Log out?',
  logOut: 'Log out',
  unsentLost: (count: number) =>
    count === 1
      ? 'One message has not been sent yet. It is lost when you log out.'
      : `${count} messages have not been sent yet. They are lost when you log out.`,
  notFound: 'There is no page here',
  notFoundSentence: 'The address may be mistyped, or the page has moved.',
  home: 'Go to Home',
  broken: 'Something went wrong',
  brokenSentence: 'What you wrote is kept. Please open the page again.',
  unsavedSentence: 'Please go back and send or save what you have begun: it is lost when the page opens again.',
  reload: 'Open again',
} as const;
