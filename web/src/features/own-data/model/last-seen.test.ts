import { expect, test } from 'vitest';
import { ago, isActive } from './last-seen.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const before = (ms: number) => new Date(now - ms).toISOString();
const minute = 60_000;

test.each([
  [0, '1 minute ago'],
  [59 * minute, '59 minutes ago'],
  [60 * minute, '1 hour ago'],
  [23.9 * 60 * minute, '23 hours ago'],
  [24 * 60 * minute, '1 day ago'],
  // From Saturday at noon back to Thursday, which is not yesterday.
  [47 * 60 * minute, '1 day ago'],
  [6.5 * 24 * 60 * minute, '6 days ago'],
])('%d ms ago is %s', (ms, words) => {
  expect(ago(before(ms), now)).toBe(words);
});

test('a clock that goes wrong tells of no future', () => {
  expect(ago(before(-5 * minute), now)).toBe('1 minute ago');
});

test('whoever was there a few minutes ago may be there still', () => {
  expect([0, 5, 7, -3].map((minutes) => isActive(before(minutes * minute), now))).toEqual([true, true, false, true]);
});
