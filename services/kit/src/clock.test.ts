import pino from 'pino';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Clock from './clock.ts';

const minutes = 60_000;
const log = pino({ level: 'silent' });
const tenMinutesOn = async () => Date.now() + 10 * minutes;
const unfollow: (() => void)[] = [];

/** The time is kept once per process, so each test imports the module afresh. */
let clock: typeof Clock;

beforeEach(async () => {
  vi.resetModules();
  clock = await import('./clock.ts');
});
afterEach(() => {
  unfollow.splice(0).forEach((end) => end());
  vi.restoreAllMocks();
});
/** So that the next file of this worker does not begin ten minutes ahead. */
afterAll(() => void vi.resetModules());

const follow = (ask: () => Promise<number>) => unfollow.push(clock.followClock(ask, log));

test('as long as nobody tells the time, it is that of this machine', async () => {
  follow(() => Promise.reject(new Error('the database is away')));
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  expect(clock.now()).toBe(Date.now());
  expect(clock.clockOffset()).toBe(0);
});

test('a clock that is compared with itself is right, even if it moves on meanwhile', () => {
  let time = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => time++);
  expect(clock.clockOffset()).toBe(0);
});

test('what the others go by counts more than a clock that is minutes wrong', async () => {
  follow(tenMinutesOn);
  await expect.poll(() => Math.round(clock.clockOffset() / minutes)).toBe(-10);
  expect(Number.isInteger(clock.now())).toBe(true);
});

test('nothing that happens between the answer and its use is missing from the time', async () => {
  let passed = 0;
  const from = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => from + passed);
  vi.spyOn(performance, 'now').mockImplementation(() => passed);
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => void (passed += 300));
  follow(tenMinutesOn);
  await expect.poll(() => warn.mock.calls).toHaveLength(1);
  expect(clock.clockOffset()).toBe(-10 * minutes);
});

test('a clock that is right to a second is left as it is', async () => {
  // Both stand still: no time passes between reading the one and the other.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const asked = vi.fn<() => Promise<number>>(async () => Date.now() + 300);
  follow(asked);
  await clock.timeIsTold(60_000);
  expect(clock.clockOffset()).toBe(0);
});

test('setting the clock of this machine back moves nothing', async () => {
  follow(async () => Date.now());
  await clock.timeIsTold(60_000);
  const before = clock.now();
  const real = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => real() - 20 * minutes);
  expect(clock.now() - before).toBeLessThan(10_000);
  expect(clock.now()).toBeGreaterThanOrEqual(before);
  expect(Math.round(clock.clockOffset() / minutes)).toBe(-20);
});

test('an answer without a time is none', async () => {
  const asked = vi.fn<() => Promise<number>>(async () => Number.NaN);
  follow(asked);
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0);
  expect(clock.clockOffset()).toBe(0);
});

test('whoever begins waits until the time is told, and not for ever', async () => {
  await clock.timeIsTold(60_000);
  let tell: (time: number) => void = () => {};
  follow(() => new Promise<number>((resolve) => (tell = resolve)));
  await clock.timeIsTold(50);
  expect(clock.clockOffset()).toBe(0);
  const told = clock.timeIsTold(60_000);
  // An answer that took too long does not count, and the time is asked for again.
  await expect
    .poll(() => {
      tell(Date.now() + 10 * minutes);
      return Math.round(clock.clockOffset() / minutes);
    })
    .toBe(-10);
  await told;
});
