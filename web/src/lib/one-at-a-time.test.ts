import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

/** Work that goes on until the test ends it. */
function heldWork() {
  const held: (() => void)[] = [];
  return { work: () => new Promise<void>((resolve) => held.push(resolve)), held };
}

test('what is asked for many times while it is done is done once more', async () => {
  const { work, held } = heldWork();
  const ask = oneAtATime(work);
  const first = ask();
  for (let times = 0; times < 9; times += 1) await ask();
  expect(held).toHaveLength(1);
  held[0]?.();
  await expect.poll(() => held).toHaveLength(2);
  held[1]?.();
  await first;
  expect(held).toHaveLength(2);
});

test('what failed is done again when it is asked for again', async () => {
  let times = 0;
  const ask = oneAtATime(async () => {
    times += 1;
    if (times === 1) throw new Error('away');
  });
  await expect(ask()).rejects.toThrow('away');
  await ask();
  expect(times).toBe(2);
});
