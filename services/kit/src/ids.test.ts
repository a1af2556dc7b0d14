import { expect, test } from 'vitest';
import { isOwnId, newId } from './ids.ts';

test('ids sort in the order in which they were made, those of one millisecond too', () => {
  const ids = [...Array.from({ length: 1000 }, () => newId(1_700_000_000_000)), newId(1_700_000_000_001)];
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(1001);
});

test('an id is a UUID of version 7', () => {
  expect(isOwnId(newId())).toBe(true);
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
