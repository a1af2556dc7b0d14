import type { InvitedLine } from '@koinonia/contracts/invitations.ts';
import { expect, test } from 'vitest';
import { judgementOf } from './invited-lines.ts';

const line = (number: number, outcome: InvitedLine['outcome']): InvitedLine => ({
  line: number,
  email: `person-${number}@base.example`,
  role: 'member',
  groups: [],
  outcome,
  errors: [],
});

test('what is wrong in a list stands first, and each outcome is counted', () => {
  const { counts, shown, notShown } = judgementOf([line(2, 'invited'), line(3, 'already_here'), line(4, 'invalid')]);
  expect(counts).toEqual({ invited: 1, already_here: 1, invalid: 1 });
  expect(shown.map((one) => one.line)).toEqual([4, 3, 2]);
  expect(notShown).toBe(0);
});

test('of a long list the rest is only counted', () => {
  const { shown, notShown } = judgementOf(Array.from({ length: 1000 }, (_, index) => line(index, 'invited')));
  expect([shown.length, notShown]).toEqual([100, 900]);
});
