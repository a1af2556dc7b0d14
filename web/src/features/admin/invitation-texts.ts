import { invitationDays, maxInvited, type InvitedLine } from '@koinonia/contracts/invitations.ts';
import { formatCount } from '../../lib/format.ts';

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

export const invitationTexts = {
  sentence:
    'Give people their role and groups before they come for the first time. No e-mail is sent: tell them to sign in ' +
    'here with their address.',
  title: 'Invite people',
  file: 'People as CSV',
  fileHint:
    'One person in each line. The first line names the columns: email, and if you like role (member or admin) and groups ' +
    '(separated by “|”; a name with “|” or “;” in it stands in quotation marks).',
  example: 'email,role,groups\nana@base.example,member,Kitchen | Music',
  choose: 'Choose a file',
  check: 'Check the list',
  checking: 'Checking...',
  invite: (count: number) => `Invite ${people(count)}`,
  inviting: 'Inviting...',
  invited: (count: number) => `Invited ${people(count)}. Their role and groups hold from their first sign-in on.`,
  failed: 'Failed to invite.',
  readFailed: 'The file could not be read.',

  empty: 'The file is empty.',
  tooLarge: `The file is too large. Up to ${formatCount(maxInvited)} people fit into one. Please split it into several.`,
  spreadsheet: 'This is a spreadsheet, not a CSV file. Open it, choose Save as, and there CSV UTF-8.',
  notUtf8: 'The letters of this file cannot be read. Save it again as CSV UTF-8.',
  notText: 'This is no CSV file.',

  result: 'Result of the check',
  willCome: (count: number) => `${people(count)} to invite`,
  areHere: (count: number) =>
    count === 1 ? '1 is here already and stays unchanged' : `${count} are here already and stay unchanged`,
  areWrong: (count: number) => (count === 1 ? '1 line is wrong' : `${count} lines are wrong`),
  ignored: (headings: readonly string[]) =>
    `Not read, for only email, role and groups are: ${headings.map((name) => `“${name}”`).join(', ')}.`,
  correctFirst: 'Nobody is invited until every line is right. Correct them above and check again.',
  nobodyNew: 'Everyone in the list is here already.',
  line: (line: number) => `Line ${line}`,
  outcomes: { invited: 'To invite', already_here: 'Here already', invalid: 'Wrong' } satisfies Record<
    InvitedLine['outcome'],
    string
  >,
  andMore: (count: number) => `And ${count} more.`,

  open: 'Open invitations',
  openSentence:
    `They end by themselves after ${invitationDays} days. ` +
    'A later list with the same address takes the place of the older. Invitations as admin are withdrawn when whoever ' +
    'invited is no longer an admin.',
  notHere: 'The invitations could not be loaded.',
  none: 'Nobody is invited at the moment.',
  noneFound: 'No invitations found',
  search: 'Search invitations...',
  openCount: (count: number) => (count === 1 ? '1 invitation' : `${count} invitations`),
  details: (by: string, until: string) => `Invited by ${by}, open until ${until}`,
  as: { member: 'Member', admin: 'Admin' },
  withdraw: 'Withdraw',
  withdrawOf: (email: string) => `Withdraw the invitation of ${email}`,
  withdrawTitle: (email: string) => `Withdraw the invitation of ${email}?`,
  withdrawSentence: 'When they sign in, they start as a member, in no group but All Staff.',
  withdrawing: 'Withdrawing...',
  withdrawn: 'Invitation withdrawn.',
  withdrawFailed: 'Failed to withdraw the invitation.',
} as const;
