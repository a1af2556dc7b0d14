import { expect, test } from 'vitest';
import { lastPage, rangeOf } from './paging.ts';

test.each([
  [0, 0, { first: 0, last: 0, hasPrevious: false, hasNext: false }],
  [0, 50, { first: 1, last: 50, hasPrevious: false, hasNext: false }],
  [0, 51, { first: 1, last: 50, hasPrevious: false, hasNext: true }],
  [1, 51, { first: 51, last: 51, hasPrevious: true, hasNext: false }],
])('page %i of %i people', (page, total, range) => expect(rangeOf(page, total)).toEqual(range));

test.each([
  [0, 0],
  [50, 0],
  [51, 1],
  [5000, 99],
])('the last page of %i people is %i', (total, page) => expect(lastPage(total)).toBe(page));
