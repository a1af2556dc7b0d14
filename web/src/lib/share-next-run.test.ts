import { expect, test } from 'vitest';
import { shareNextRun } from './share-next-run.ts';

/** Work that runs until the test ends it. */
function heldWork() {
  const held: (() => void)[] = [];
  return { work: () => new Promise<void>((resolve) => held.push(resolve)), held };
}

test('what is asked for many times while it is done is done once more', async () => {
  const { work, held } = heldWork();
  const ask = shareNextRun(work);
  const first = ask();
  const later = Array.from({ length: 9 }, ask);
  expect(held).toHaveLength(1);
  held[0]?.();
  await first;
  await expect.poll(() => held).toHaveLength(2);
  held[1]?.();
  await Promise.all(later);
  expect(held).toHaveLength(2);
});

test('whoever asks gets the outcome of what began afterwards', async () => {
  let times = 0;
  const ask = shareNextRun(() => Promise.resolve((times += 1)));
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 2, 2]);
  expect(await ask()).toBe(3);
});

test('what is asked for while something fails is done all the same', async () => {
  let times = 0;
  const ask = shareNextRun(async () => {
    times += 1;
    if (times === 1) throw new Error('away');
    return times;
  });
  const outcomes = await Promise.allSettled([ask(), ask()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('what failed is done again when it is asked for again', async () => {
  let times = 0;
  const ask = shareNextRun(async () => {
    times += 1;
    if (times === 1) throw new Error('away');
  });
  await expect(ask()).rejects.toThrow('away');
  await ask();
  expect(times).toBe(2);
});
