import { describe, expect, test } from 'vitest';
import { belongs, groupsAfter, isEdited } from './memberships.ts';

const group = (id: string, name: string) => ({ id, name, isPrivate: false, isMember: false });
const groups = [group('0', 'All Staff'), group('1', 'Kitchen'), group('2', 'Music')];

describe('the groups of a person', () => {
  test('stay as they are until something is ticked', () => {
    expect(groupsAfter(groups, ['All Staff', 'Kitchen'], new Map())).toEqual(['All Staff', 'Kitchen']);
    expect(isEdited(groups, ['All Staff', 'Kitchen'], new Map())).toBe(false);
  });

  test('become what was ticked and unticked', () => {
    const edits = new Map([
      ['1', false],
      ['2', true],
    ]);
    expect(groupsAfter(groups, ['All Staff', 'Kitchen'], edits)).toEqual(['All Staff', 'Music']);
    expect(isEdited(groups, ['All Staff', 'Kitchen'], edits)).toBe(true);
  });

  test('hold a tick through the renaming of a group, and lose it with the group', () => {
    const edits = new Map([['2', true]]);
    expect(groupsAfter([group('0', 'All Staff'), group('2', 'Worship')], [], edits)).toEqual(['All Staff', 'Worship']);
    expect(groupsAfter([group('0', 'All Staff')], [], edits)).toEqual(['All Staff']);
    expect(isEdited([group('0', 'All Staff')], [], edits)).toBe(false);
  });

  test('are not edited by a tick that was taken back', () => {
    expect(isEdited(groups, ['Kitchen'], new Map([['1', true]]))).toBe(false);
  });

  test("always hold 'All Staff'", () => {
    expect(belongs(group('0', 'All Staff'), [], new Map([['0', false]]))).toBe(true);
  });
});
