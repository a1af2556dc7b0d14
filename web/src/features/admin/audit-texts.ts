import { formatCount } from '../../lib/format.ts';

export const auditTexts = {
  sentence: 'Who did what to whom, when and from where. What people write to one another is never part of it.',
  notHere: 'The audit log could not be loaded.',
  nothing: 'Nothing is recorded yet.',
  nothingFound: 'No entries found',
  search: 'Search the log...',
  action: 'Action',
  allActions: 'All actions',
  from: 'From',
  to: 'Until',
  only: (name: string) => `Only what concerns ${name}`,
  everyone: 'Show everyone again',
  onlyThis: (name: string) => `Show only what concerns ${name}`,
  entries: (count: number) => (count === 1 ? '1 entry' : `${formatCount(count)} entries`),
  older: 'Show older entries',
  columns: { when: 'When', what: 'What happened', from: 'From where' },
  onServer: 'The server itself',
  notRecorded: 'Not recorded',

  checking: 'Checking the log...',
  complete: 'The log is complete',
  completeSentence: (count: number) =>
    count === 1 ? '1 entry, unchanged.' : `${formatCount(count)} entries, all unchanged.`,
  missingAfter: (seq: number) =>
    seq === 0 ? 'Something is missing at the beginning of the log' : `Something is missing after entry ${seq}`,
  missingSentence:
    'From there on, entries were removed or changed by somebody who has access to the database. Keep a copy of the ' +
    'log, and ask whoever runs the server.',
  notChecked: 'The log could not be checked',
  notKnownSentence: 'Nothing is known yet about missing or changed entries.',
  checkAgain: 'Check again',
  seal: 'Seal of the newest entry',
  sealSentence:
    'Keep a copy of it outside this console. Each entry has such a seal, which depends on all the entries before it: if ' +
    'an old seal ever changes, the log has been rewritten.',
} as const;
