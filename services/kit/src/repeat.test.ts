import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { repeat } from './repeat.ts';

const log = createLog('silent', 'tests');
const anHour = 3_600_000;

test('what is done every hour is also done soon after the start, for some never run for an hour', async () => {
  let done = 0;
  const stop = repeat(async () => (done += 1), { first: 10, every: anHour, log, name: 'counting' });
  await expect.poll(() => done).toBe(1);
  await stop();
});

test('goes on after the first time, and after a failure', async () => {
  let done = 0;
  const work = async () => {
    done += 1;
    throw new Error('away');
  };
  const stop = repeat(work, { first: 0, every: 10, log, name: 'failing' });
  await expect.poll(() => done).toBeGreaterThan(3);
  await stop();
});

test('ends before the first time too', async () => {
  let done = 0;
  const stop = repeat(async () => (done += 1), { first: 20, every: 10, log, name: 'counting' });
  await stop();
  const another = repeat(async () => (done += 10), { first: 40, every: anHour, log, name: 'counting' });
  await expect.poll(() => done).toBe(10);
  await another();
});
