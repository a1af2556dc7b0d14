import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paced } from './paced.ts';

/** Ms of work, far more than enough for a pause to follow. */
const much = 40;

// Not the clock: work takes real time, and pauses are skipped.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function useProcessor(ms: number): void {
  const before = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= ms * 1000) return;
  }
}

/** As when the system makes this process wait for others. */
const waitForProcessor = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const realNow = performance.now.bind(performance);
/** Calling the returned function stops the clock, however long the system makes this process wait. */
function stoppableClock() {
  let stoppedAt: number | undefined;
  vi.spyOn(performance, 'now').mockImplementation(() => stoppedAt ?? realNow());
  return () => void (stoppedAt = realNow());
}

/** Wants the work twice, and counts how often it was done in the turn of the second time, and after a pause. */
function wantTwice(work: () => void) {
  let done = 0;
  const stopClock = stoppableClock();
  const want = paced(() => {
    done += 1;
    work();
    stopClock();
  });
  want();
  vi.advanceTimersByTime(0);
  want();
  vi.advanceTimersByTime(0);
  const atOnce = done;
  vi.advanceTimersByTime(100);
  return { atOnce, afterPause: done };
}

test('a little work does not wait', () => {
  expect(wantTwice(() => {})).toEqual({ atOnce: 2, afterPause: 2 });
});

test('work that took the processor for long waits, a tenth of a second at most', () => {
  expect(wantTwice(() => useProcessor(much))).toEqual({ atOnce: 1, afterPause: 2 });
});

test('work that had to wait for the processor itself waits no longer for that', () => {
  expect(wantTwice(() => waitForProcessor(much))).toEqual({ atOnce: 2, afterPause: 2 });
});

test('all that was wanted during a pause is done at once', () => {
  let done = 0;
  const want = paced(() => {
    done += 1;
    useProcessor(much);
  });
  want();
  vi.advanceTimersByTime(0);
  for (let time = 0; time < 10; time += 1) want();
  vi.advanceTimersByTime(1000);
  expect(done).toBe(2);
});
