import { afterEach, expect, test, vi } from 'vitest';
import { learnTime, timeNow } from './server-clock.ts';

const noon = Date.parse('2026-11-26T12:00:00Z');
const answeredAt = (time: number) => new Headers({ Date: new Date(time).toUTCString() });

afterEach(() => {
  learnTime(new Headers());
  vi.useRealTimers();
});

test.each([3_600_000, -3 * 3_600_000])(
  'a clock that is wrong by %i ms is put right by an answer, and goes on',
  (wrong) => {
    vi.useFakeTimers({ now: noon + wrong });
    learnTime(answeredAt(noon));
    expect(timeNow()).toBe(noon);
    vi.advanceTimersByTime(5_000);
    expect(timeNow()).toBe(noon + 5_000);
  },
);

test('a clock that is right stays as it is, however long the answer was on its way', () => {
  vi.useFakeTimers({ now: noon + 20_000 });
  learnTime(answeredAt(noon));
  expect(timeNow()).toBe(noon + 20_000);
});

test('a clock that somebody has put right counts again, and an answer without a time tells nothing wrong', () => {
  vi.useFakeTimers({ now: noon + 3_600_000 });
  learnTime(answeredAt(noon));
  vi.setSystemTime(noon);
  learnTime(answeredAt(noon));
  expect(timeNow()).toBe(noon);
  learnTime(new Headers());
  expect(timeNow()).toBe(noon);
});
