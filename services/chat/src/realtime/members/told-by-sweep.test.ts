import { afterEach, expect, test, vi } from 'vitest';
import { createToldBySweep } from './told-by-sweep.ts';

afterEach(() => void vi.useRealTimers());

const added = { chatId: 'one', joined: ['ruth', 'ben'], left: [] };

test('whom the sweep has told is not told by the report of the same change, once', () => {
  const told = createToldBySweep();
  told.add({ chatId: 'one', joined: ['ruth'], left: ['eva'] });
  expect(told.take({ chatId: 'two', joined: ['ruth'], left: ['eva'] })).toEqual(new Set());
  expect(told.take({ chatId: 'one', joined: ['ruth', 'ben'], left: ['eva'] })).toEqual(new Set(['ruth', 'eva']));
  expect(told.take(added)).toEqual(new Set());
});

test('the opposite change is told, and whatever comes after it', () => {
  const told = createToldBySweep();
  told.add(added);
  expect(told.take({ chatId: 'one', joined: [], left: ['ruth'] })).toEqual(new Set());
  expect(told.take(added)).toEqual(new Set(['ben']));
});

test('a report that comes much later is of another change', () => {
  vi.useFakeTimers();
  const told = createToldBySweep();
  told.add(added);
  vi.advanceTimersByTime(10_001);
  expect(told.take(added)).toEqual(new Set());
});
