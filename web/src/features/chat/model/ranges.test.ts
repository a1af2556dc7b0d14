import { expect, test } from 'vitest';
import { newestOf, rangeAt, rangesFrom, withRange } from './ranges.ts';

const ranges = [
  { from: 1, to: 10 },
  { from: 50, to: 60 },
];

test('what overlaps becomes one, and what does not stays apart', () => {
  expect(withRange(ranges, { from: 10, to: 20 })).toEqual([{ from: 1, to: 20 }, ranges[1]]);
  expect(withRange(ranges, { from: 11, to: 20 })).toEqual([ranges[0], { from: 11, to: 20 }, ranges[1]]);
  expect(withRange(ranges, { from: 5, to: 55 })).toEqual([{ from: 1, to: 60 }]);
  expect(withRange(ranges, { from: 20, to: 30 })).toEqual([ranges[0], { from: 20, to: 30 }, ranges[1]]);
  expect(withRange([], { from: 3, to: 4 })).toEqual([{ from: 3, to: 4 }]);
});

test('what lies before a position is left out', () => {
  expect(rangesFrom(ranges, 5)).toEqual([{ from: 5, to: 10 }, ranges[1]]);
  expect(rangesFrom(ranges, 11)).toEqual([ranges[1]]);
  expect(rangesFrom(ranges, 61)).toEqual([]);
});

test('a position is in one of them or in none', () => {
  expect(rangeAt(ranges, 55)).toEqual(ranges[1]);
  expect(rangeAt(ranges, 11)).toBeUndefined();
});

test('the newest are kept when there are too many', () => {
  expect(newestOf(ranges, 13)).toEqual([{ from: 9, to: 10 }, ranges[1]]);
  expect(newestOf(ranges, 4)).toEqual([{ from: 57, to: 60 }]);
  expect(newestOf(ranges, 99)).toEqual(ranges);
});
