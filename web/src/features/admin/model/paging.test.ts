import { expect, test } from 'vitest';
import { pageRangeOf, pageThere, pieceOf } from './paging.ts';

test.each([
  [0, 0, { first: 0, last: 0, hasPrevious: false, hasNext: false }],
  [0, 50, { first: 1, last: 50, hasPrevious: false, hasNext: false }],
  [0, 51, { first: 1, last: 50, hasPrevious: false, hasNext: true }],
  [1, 51, { first: 51, last: 51, hasPrevious: true, hasNext: false }],
])('page %i of %i', (page, total, range) => expect(pageRangeOf(page, total)).toEqual(range));

test('each page asks for its own piece of the list', () => expect(pieceOf(2)).toEqual({ offset: 100, limit: 50 }));

test.each([
  [0, 0, 0],
  [3, 50, 0],
  [3, 51, 1],
  [1, 5000, 1],
  [200, 5000, 99],
])('whoever wants page %i of %i sees page %i', (wanted, total, page) => expect(pageThere(wanted, total)).toBe(page));
