import { invitationDays, type InvitedLine } from '@koinonia/contracts/invitations.ts';
import { formatCount } from '../../lib/format.ts';

const people = (count: number) => (count === 1 ? '1 person' : `${formatCount(count)} people`);

export const invitationTexts = {
  sentence:
    'Give people their role and groups before they sign in for the first time. No e-mail is sent: tell them to sign in ' +
    'here with their address.',
  title: 'Invite people',
  file: 'People as CSV',
  fileHint:
    'One person per line. The first line names the columns: email and, optionally, role (member or admin) and groups ' +
    '(separated by “|”; put a name that contains “|” or “;” in quotation marks).',
  example: 'email,role,groups\nana@base.example,member,Kitchen | Music',
  choose: 'Choose a file',
  check: 'Check the list',
  checking: 'Checking...',
  invite: (count: number) => `Invite ${people(count)}`,
  inviting: 'Inviting...',
  invited: (count: number) => `Invited ${people(count)}. Their role and groups apply from their first sign-in.`,
  failed: 'Failed to invite people.',
  checkFailed: 'The list could not be checked. Nobody was invited.',
  readFailed: 'The file could not be read.',

  empty: 'The list is empty.',
  tooLarge: 'The list is too large. Please remove columns that are not needed, or split it into several.',
  spreadsheet: 'This is a spreadsheet, not a CSV file. Open it, choose Save As, then CSV UTF-8.',
  notUtf8: 'Some characters in this file cannot be read. Save it again as CSV UTF-8.',
  notText: 'This is not a CSV file.',

  result: 'Result of the check',
  willCome: (count: number) => `${people(count)} to invite`,
  areHere: (count: number) =>
    count === 1 ? '1 is here already and stays unchanged' : `${formatCount(count)} are here already and stay unchanged`,
  areWrong: (count: number) => (count === 1 ? '1 line is wrong' : `${formatCount(count)} lines are wrong`),
  ignored: (headings: readonly string[]) =>
    `Columns that are ignored: ${headings.map((name) => `“${name}”`).join(', ')}. Only email, role and groups are read.`,
  correctFirst: 'Nobody is invited until every line is right. Correct the lines above and check again.',
  nobodyNew: 'Everyone on the list is here already.',
  line: (line: number) => `Line ${line}`,
  outcomes: { invited: 'To invite', already_here: 'Here already', invalid: 'Wrong' } satisfies Record<
    InvitedLine['outcome'],
    string
  >,
  andMore: (count: number) => `And ${formatCount(count)} more.`,

  open: 'Open invitations',
  openSentence:
    `They expire after ${invitationDays} days. A later list with the same address replaces the earlier invitation. ` +
    'Admin invitations are withdrawn when the person who made them is no longer an admin.',
  notHere: 'The invitations could not be loaded.',
  none: 'Nobody is invited at the moment.',
  noneFound: 'No invitations found',
  search: 'Search invitations...',
  openCount: (count: number) => (count === 1 ? '1 invitation' : `${formatCount(count)} invitations`),
  details: (by: string, until: string) => `Invited by ${by}, open until ${until}`,
  as: { member: 'Member', admin: 'Admin' },
  withdraw: 'Withdraw',
  withdrawOf: (email: string) => `Withdraw the invitation for ${email}`,
  withdrawTitle: (email: string) => `Withdraw the invitation for ${email}?`,
  withdrawSentence: 'When they sign in, they start as a member, in no group but All Staff.',
  withdrawing: 'Withdrawing...',
  withdrawn: 'Invitation withdrawn.',
  withdrawFailed: 'Failed to withdraw the invitation.',
} as const;
