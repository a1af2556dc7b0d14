import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backoff, Retry } from './retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Pauses for 1 s before the first try, 2 s before the second. */
function failing() {
  let tries = 0;
  const retry = new Retry(
    () => {
      tries += 1;
      retry.later();
    },
    (attempt) => attempt * 1000,
  );
  return { retry, tries: () => tries };
}

test('the pause between tries grows, has an end and is spread', () => {
  expect([1, 2, 3, 6, 50].map((attempt) => backoff(attempt, () => 1))).toEqual([1000, 2000, 4000, 15_000, 15_000]);
  expect(backoff(1, () => 0)).toBe(500);
});

test('what fails is tried again later and later, and soon again after it was tried for another reason', () => {
  const { retry, tries } = failing();
  retry.later();
  const seconds: number[] = [];
  for (let second = 1; second <= 6; second += 1) {
    const before = tries();
    vi.advanceTimersByTime(1000);
    if (tries() > before) seconds.push(second);
  }
  expect([seconds, retry.isPausing]).toEqual([[1, 3, 6], true]);
  retry.endPause();
  expect(retry.isPausing).toBe(false);
  retry.later();
  vi.advanceTimersByTime(1000);
  expect(tries()).toBe(4);
});

test('a failure during a pause changes nothing, and one after the end is not tried again', () => {
  const { retry, tries } = failing();
  retry.later(5000);
  retry.later();
  vi.advanceTimersByTime(4900);
  expect(tries()).toBe(0);
  retry.stop();
  retry.later();
  vi.advanceTimersByTime(60_000);
  expect([tries(), retry.isPausing]).toEqual([0, false]);
});
