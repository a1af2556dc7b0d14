import { describe, expect, test } from 'vitest';
import { Act, type AuditEntry } from './audit.ts';
import { acts, auditWordsOf, nameOfAct, sentenceOf } from './audit-words.ts';

const told = (act: AuditEntry['act'], more: Partial<AuditEntry> = {}): AuditEntry => ({
  seq: 1,
  at: '2026-11-21T09:00:00.000Z',
  by: { uid: 'ruth', displayName: 'Ruth' },
  act,
  target: { kind: 'person', id: 'ben', name: 'Ben' },
  before: null,
  after: null,
  address: '',
  device: '',
  hash: '',
  ...more,
});

const entry = (act: AuditEntry['act'], before: AuditEntry['before'] = null, after: AuditEntry['after'] = null) => {
  const { doer, verb, target, tail, details } = auditWordsOf(told(act, { before, after }));
  return [[doer, verb, target, tail].filter(Boolean).join(' '), ...details];
};

test('what only a later release does is told as well as can be', () => {
  expect(sentenceOf(told('person.signed_in'))).toBe('Ruth did something (person.signed_in) to Ben');
  expect(sentenceOf(told('base.closed', { target: null }))).toBe('Ruth did something (base.closed)');
  expect(nameOfAct('person.signed_in')).toBe('person.signed_in');
  expect(nameOfAct('constructor')).toBe('constructor');
});

describe('an entry of the audit log reads', () => {
  test.each([
    [entry('person.role', { role: 'member' }, { role: 'admin' }), ['Ruth made Ben an admin', 'Before: member']],
    [entry('person.role', null, { role: 'admin' }), ['Ruth made Ben an admin']],
    [entry('person.active', { active: true }, { active: false }), ['Ruth deactivated Ben']],
    [entry('person.active', { active: false }, { active: true }), ['Ruth reactivated Ben']],
    [
      entry('person.groups', { groups: ['All Staff', 'Boats'] }, { groups: ['All Staff', 'Kitchen', 'Music'] }),
      [
        'Ruth changed the groups of Ben',
        'Added: Kitchen, Music',
        'Removed: Boats',
        'Before: All Staff, Boats',
        'Now: All Staff, Kitchen, Music',
      ],
    ],
    [
      entry('group.changed', { name: 'Kitchen', isPrivate: false }, { name: 'Galley', isPrivate: true }),
      ['Ruth changed the group Ben', 'Name: Kitchen, now Galley', 'Was public, is now private'],
    ],
    [entry('person.sessions_ended', null, { sessions: 2 }), ['Ruth signed Ben out of all devices', '2 device(s)']],
    [
      entry('people.exported', null, { people: 12, searched: true, group: '', status: 'active' }),
      ['Ruth exported the list of users', '12 user(s)', 'Found by a search', 'Status: active'],
    ],
    [
      entry('person.invited', null, { role: 'member', groups: ['Boats'] }),
      ['Ruth invited Ben as a member', 'Groups: Boats'],
    ],
    [entry('audit.exported'), ['Ruth exported the audit log']],
  ])('%s', (read, expected) => expect(read).toEqual(expected));

  test('though what is kept of it has another form than now', () => {
    expect(entry('person.groups', { groups: 'Boats' }, null)).toEqual([
      'Ruth changed the groups of Ben',
      'Before: ',
      'Now: ',
    ]);
  });
});

describe('the names in it', () => {
  const asked = told('group.changed', { before: { name: 'Kitchen' }, after: { name: 'Galley' } });

  test('stand as whoever shows them wants them', () => {
    expect(auditWordsOf(asked, (name) => `<${name}>`).details).toEqual(['Name: <Kitchen>, now <Galley>']);
    expect(sentenceOf(asked)).toBe('Ruth changed the group Ben; Name: Kitchen, now Galley');
  });

  test('may be missing', () => {
    const nameless = { uid: 'ruth', displayName: '' };
    const of = (kind: 'person' | 'invitation') => ({ kind, id: 'ben', name: '' });
    expect(sentenceOf(told('person.deleted', { by: nameless, target: of('person') }))).toBe(
      'Somebody deleted the data of Somebody',
    );
    expect(sentenceOf(told('invitation.withdrawn', { target: of('invitation') }))).toBe(
      'Ruth withdrew the invitation of somebody whose address is no longer kept; As a member',
    );
    expect(sentenceOf(told('person.role', { by: null, after: { role: 'admin' } }))).toBe(
      'The server’s settings made Ben an admin',
    );
  });
});

test('what nobody did has a cause all the same', () => {
  expect(sentenceOf(told('invitation.used', { by: null, after: { role: 'member' } }))).toBe(
    'An invitation let in Ben as a member',
  );
  expect(sentenceOf(told('person.sessions_ended', { by: null, after: { sessions: 2 } }))).toBe(
    'Whoever runs the server signed Ben out of all devices; 2 device(s)',
  );
  expect(sentenceOf(told('person.sessions_ended', { by: null, target: null, after: { sessions: 40 } }))).toBe(
    'Whoever runs the server signed everybody out of all devices; 40 device(s)',
  );
});

test('every act that there is can be chosen', () => {
  expect(acts.toSorted()).toEqual(Act.options.toSorted());
});
