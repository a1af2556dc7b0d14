import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

/** Work whose runs last until the test ends them. */
function heldWork() {
  const held: PromiseWithResolvers<void>[] = [];
  const work = () => {
    const run = Promise.withResolvers<void>();
    held.push(run);
    return run.promise;
  };
  return { work, held };
}

test('what is wanted many times during a run is done once more after it, and all wait for that', async () => {
  const { work, held } = heldWork();
  const run = oneAtATime(work);
  let ended = 0;
  const all = [run(), run(), run()].map((one) => one.then(() => (ended += 1)));
  expect(held).toHaveLength(1);
  held[0]?.resolve();
  await expect.poll(() => held).toHaveLength(2);
  expect(ended).toBe(0);
  held[1]?.resolve();
  await Promise.all(all);
  expect(held).toHaveLength(2);
});

test('a failure is told to whoever began the run, and the next call runs again', async () => {
  const { work, held } = heldWork();
  const run = oneAtATime(work);
  const [began, waited] = [run(), run()];
  held[0]?.reject(new Error('away'));
  await expect(began).rejects.toThrow('away');
  await waited;
  const again = run();
  expect(held).toHaveLength(2);
  held[1]?.resolve();
  await again;
});
