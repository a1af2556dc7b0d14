import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

/** When each of `count` calls begins, if they wait for nothing else. */
function beginnings(count: number, pace: (now: number) => number): number[] {
  let now = 0;
  return Array.from({ length: count }, () => (now += pace(now)));
}

test('the first calls do not wait, and the others follow one by one', () => {
  expect(beginnings(6, createPace({ atOnce: 3, pause: 200 }))).toEqual([0, 0, 0, 200, 400, 600]);
});

test('after a long wait they do not make up for lost time all at once', () => {
  const pace = createPace({ atOnce: 3, pause: 200 });
  beginnings(10, pace);
  expect([1, 2, 3, 4, 5].map(() => pace(60_000))).toEqual([0, 0, 0, 200, 400]);
});
