import { Role } from '@koinonia/contracts/identity.ts';

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });

/** Messages for people whose request is refused. */
export const texts = {
  emptyName: 'Display name cannot be empty.',
  ownRole: 'You cannot change your own role.',
  ownDeactivation: 'You cannot deactivate yourself.',
  ownDeletion: 'You cannot delete yourself. Another admin can.',
  notRequested: 'They no longer ask for this.',
  lastAdmin: 'At least one active admin must remain.',
  groupsTwice: 'Give either all groups or those to add and remove.',
  addedAndRemoved: 'A group cannot be added and removed at once.',
  downloadByBrowser: 'Sign in with a browser to download your data.',
  downloadUnderWay: 'A download of your data is already under way.',
  askedEnough: 'You have asked for this often enough for today.',
  downloadedEnough: 'You have downloaded your data often enough for today.',
  emptyFile: 'There is nobody in this file.',
  longFile: (lines: number) => `A file can list at most ${lines} people.`,
  quoteNotClosed: (line: number) => `A quotation mark is opened before the end of line ${line} and never closed.`,
  lineNotRead: (line: number) => `Line ${line} could not be read: look for a stray quotation mark.`,
  noHeading: 'The file needs a first line with the heading “email”.',
  headingTwice: (name: string) => `The first line has the heading “${name}” twice.`,
  moreThanHeadings: 'This line has more columns than the first. Several groups are written “Kitchen | Music”.',
  addressTwice: 'This address is in the file twice.',
  noAddress: 'This is not an e-mail address.',
  otherDomain: (domain: string) => `Only addresses of ${domain} can be invited.`,
  unknownRole: `The role must be ${anyOf.format(Role.options.map((role) => `“${role}”`))}.`,
  manyGroups: (groups: number) => `There are more than ${groups} groups here.`,
  longGroupName: 'The name of a group is too long.',
} as const;
