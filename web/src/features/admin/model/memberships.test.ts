import { describe, expect, test } from 'vitest';
import { belongs, differenceOf } from './memberships.ts';

const group = (id: string, name: string) => ({ id, name, isPrivate: false, isMember: false });
const groups = [group('0', 'All Staff'), group('1', 'Kitchen'), group('2', 'Music')];
const none = { addToGroups: [], removeFromGroups: [] };

describe('the groups of a person', () => {
  test('stay as they are until something is ticked', () => {
    expect(differenceOf(groups, ['All Staff', 'Kitchen'], new Map())).toEqual(none);
  });

  test('change by what was ticked and unticked, and by nothing else', () => {
    const edits = new Map([
      ['1', false],
      ['2', true],
    ]);
    const difference = { addToGroups: ['2'], removeFromGroups: ['1'] };
    expect(differenceOf(groups, ['All Staff', 'Kitchen'], edits)).toEqual(difference);
  });

  test('keep what another admin has done meanwhile', () => {
    const edits = new Map([['2', true]]);
    expect(differenceOf(groups, ['All Staff', 'Kitchen'], edits)).toEqual({ ...none, addToGroups: ['2'] });
    expect(differenceOf(groups, ['All Staff', 'Music'], edits)).toEqual(none);
  });

  test('hold a tick through the renaming of a group, and lose it with the group', () => {
    const edits = new Map([['2', true]]);
    const renamed = [group('0', 'All Staff'), group('2', 'Worship')];
    expect(differenceOf(renamed, [], edits)).toEqual({ ...none, addToGroups: ['2'] });
    expect(differenceOf([group('0', 'All Staff')], [], edits)).toEqual(none);
  });

  test('are not changed by a tick that was taken back', () => {
    expect(differenceOf(groups, ['Kitchen'], new Map([['1', true]]))).toEqual(none);
  });

  test("always hold 'All Staff'", () => {
    expect(belongs(group('0', 'All Staff'), [], new Map([['0', false]]))).toBe(true);
    expect(differenceOf(groups, [], new Map([['0', false]]))).toEqual(none);
  });
});
