/** What people read when any process refuses something. */
export const texts = {
  signIn: 'Please sign in.',
  sessionEnded: 'You were signed out of this device.',
  forbidden: 'You may not do this.',
  deactivated: 'This account has been deactivated.',
  notFound: (what: string) => `This ${what} was not found.`,
  unavailable: 'The server cannot do this right now. Please try again in a moment.',
  ourFault: 'Something went wrong on our side.',
  nothingHere: 'There is nothing at this address.',

  refused: 'The request was refused.',
  notUnderstood: 'The request could not be understood.',
  invalidField: (field = '', what = 'is invalid') => `${field || 'The request'}: ${what}`,
  namesNoHost: 'The request names no host.',
  endedEarly: 'The request ended early.',
  tookTooLong: 'The request took too long.',
  notUtf8: 'The request is not written in UTF-8.',
  headTooLarge: 'The head is too large.',
  tooLarge: 'This is too large.',
  addressTooLong: 'This address is too long.',
  wrongKind: 'This kind of content is not taken here.',
  tooMany: 'Too many requests. Please wait a moment.',
} as const;
