import type { AuditEntry } from '@koinonia/contracts/audit.ts';
import { describe, expect, test } from 'vitest';
import { wordsOf } from './audit-words.ts';

const entry = (act: AuditEntry['act'], before: AuditEntry['before'] = null, after: AuditEntry['after'] = null) => {
  const { verb, tail, namesTarget, details } = wordsOf({
    seq: 1,
    at: '2026-11-21T09:00:00.000Z',
    by: null,
    act,
    target: null,
    before,
    after,
    address: '',
    device: '',
    hash: '',
  });
  const sentence = ['Ruth', verb, ...(namesTarget ? ['Ben'] : []), tail].filter(Boolean).join(' ');
  return [sentence, ...details].map((line) => line.replaceAll(/[\u2068\u2069]/g, ''));
};

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
        'Taken away: Boats',
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
