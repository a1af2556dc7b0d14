import { expect, test, vi } from 'vitest';
import { createLog } from '../observing/log.ts';
import { repeat } from './repeat.ts';

const log = createLog('silent', 'tests');
const anHour = 3_600_000;

test('what is done every hour is also done soon after the start, for some never run for an hour', async () => {
  let done = 0;
  const counting = repeat(async () => (done += 1), { first: 10, every: anHour, log, failed: 'counting failed' });
  await expect.poll(() => done).toBe(1);
  await counting.close();
});

test('goes on after the first time, and after a failure', async () => {
  let done = 0;
  const work = async () => {
    done += 1;
    throw new Error('away');
  };
  const failing = repeat(work, { first: 0, every: 10, log, failed: 'failing failed' });
  await expect.poll(() => done).toBeGreaterThan(3);
  await failing.close();
});

test('ends before the first time too', async () => {
  let done = 0;
  const counting = repeat(async () => (done += 1), { first: 20, every: 10, log, failed: 'counting failed' });
  await counting.close();
  const another = repeat(async () => (done += 10), { first: 40, every: anHour, log, failed: 'counting failed' });
  await expect.poll(() => done).toBe(10);
  await another.close();
});

test('what is wanted during a run is done once more after it', async () => {
  const first = Promise.withResolvers<void>();
  let begun = 0;
  const work = () => (++begun === 1 ? first.promise : Promise.resolve());
  const repeated = repeat(work, { every: anHour, log, failed: 'working failed' });
  for (let times = 0; times < 3; times += 1) void repeated.soon();
  expect(begun).toBe(1);
  first.resolve();
  await expect.poll(() => begun).toBe(2);
  await repeated.close();
  expect(begun).toBe(2);
});

test('a failure is logged, but not that of work that was under way when all was closed', async () => {
  const warned = vi.spyOn(log, 'warn');
  const underWay = Promise.withResolvers<void>();
  let begun = 0;
  const work = () => (++begun === 1 ? Promise.reject(new Error('away')) : underWay.promise);
  const failing = repeat(work, { first: 0, every: 1, log, failed: 'failing failed' });
  await expect.poll(() => begun).toBe(2);
  const closed = failing.close();
  underWay.reject(new Error('the connections were closed'));
  await closed;
  expect(warned.mock.calls).toEqual([[{ err: new Error('away') }, 'failing failed']]);
});
