/** What people read when any process refuses something. */
export const texts = {
  signIn: 'Please sign in.',
  sessionEnded: 'You were signed out of this device.',
  forbidden: 'You may not do this.',
  tooMuchAtOnce: 'That was too much at once. Please wait a moment.',
  deactivated: 'This account has been deactivated.',
  notFound: (what: string) => `This ${what} was not found.`,
  unavailable: 'The server cannot do this right now. Please try again in a moment.',
  ourFault: 'Something went wrong on our side.',
  nothingHere: 'There is nothing at this address.',

  refused: 'The request was refused.',
  notUnderstood: 'The request could not be understood.',
  invalidField: (field: string, what: string) => `${field || 'The request'}: ${what}`,
  namesNoHost: 'The request has no Host header.',
  endedEarly: 'The request ended early.',
  tookTooLong: 'The request took too long.',
  notUtf8: 'The request is not written in UTF-8.',
  headTooLarge: 'The request headers are too large.',
  tooLarge: 'This is too large.',
  addressTooLong: 'This address is too long.',
  wrongKind: 'This type of content is not accepted here.',
} as const;

/** What is wrong with a field, after its name, where its schema has no words of its own. */
export const fieldTexts = {
  missing: 'is missing',
  mustBe: (kind: string) => `must be ${kind}`,
  kinds: {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
  } as Readonly<Record<string, string>>,
  otherKind: 'something else',
  instant: 'a time such as 2026-11-21T08:30:00.000Z',
  mustBeOneOf: (values: readonly unknown[]) => `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`,
  /** What the length of something is counted in. */
  units: { string: 'characters', array: 'entries' } as Readonly<Record<string, string>>,
  longerThan: (most: unknown, unit: string) => `is longer than ${String(most)} ${unit}`,
  tooShort: 'is too short',
  moreThan: (most: unknown) => `is more than ${String(most)}`,
  lessThan: (least: unknown) => `is less than ${String(least)}`,
  invalid: 'is invalid',
} as const;
