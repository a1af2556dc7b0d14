import { expect, onTestFinished, test, vi } from 'vitest';
import { createOwnCount } from './own-count.ts';

test('each has as many as are allowed, and is told how long their minute still lasts', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const count = createOwnCount(2);
  expect([count.take('ruth').msToWait, count.take('ruth').msToWait]).toEqual([0, 0]);
  expect(count.take('ruth').msToWait).toBe(60_000);
  expect(count.take('ben').msToWait).toBe(0);
});

test('a call that turned out not to count is given back', async () => {
  const count = createOwnCount(1);
  await count.take('ruth').giveBack();
  expect(count.take('ruth').msToWait).toBe(0);
  expect(count.take('ruth').msToWait).toBeGreaterThan(0);
});

test('whose minute has ended is forgotten, and nobody else', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const count = createOwnCount(1);
  count.take('ruth');
  clock.mockReturnValue(30_000);
  count.take('ben');
  clock.mockReturnValue(60_000);
  count.take('miriam');
  expect(count.size()).toBe(2);
  expect(count.take('ben').msToWait).toBe(30_000);
});

test('any number of addresses does not fill the memory: those that began first are forgotten', () => {
  const count = createOwnCount(1);
  count.take('the first');
  for (let n = 0; n < 100_000; n += 1) count.take(`address ${n}`);
  expect(count.size()).toBeLessThanOrEqual(50_000);
  expect(count.take('address 99999').msToWait).toBeGreaterThan(0);
  expect(count.take('the first').msToWait).toBe(0);
});
