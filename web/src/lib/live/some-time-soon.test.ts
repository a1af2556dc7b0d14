import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { someTimeSoon } from './some-time-soon.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is wanted many times is done once, when the time of this page has come', () => {
  const done = vi.fn<() => void>();
  const soon = someTimeSoon(2000, done, () => 0.75);
  soon.want();
  vi.advanceTimersByTime(1000);
  soon.want();
  expect(done).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(done).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5000);
  expect(done).toHaveBeenCalledOnce();
  soon.want();
  vi.advanceTimersByTime(1500);
  expect(done).toHaveBeenCalledTimes(2);
});

test('what is wanted is not done after the end', () => {
  const done = vi.fn<() => void>();
  const soon = someTimeSoon(2000, done);
  soon.want();
  soon.stop();
  vi.advanceTimersByTime(2000);
  expect(done).not.toHaveBeenCalled();
});
