import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { expect, test } from 'vitest';
import { readTogether } from './read-together.ts';

/** A store that answers each read only when the test lets it, with the number of the read. */
function createStore() {
  const answers: PromiseWithResolvers<number>[] = [];
  const asked: string[] = [];
  return {
    asked,
    answer: (read: number) => answers[read - 1]?.resolve(read),
    fail: (read: number) => answers[read - 1]?.reject(new Error('away')),
    read(key: string): Promise<number> {
      asked.push(key);
      const answer = Promise.withResolvers<number>();
      answers.push(answer);
      return answer.promise;
    },
  };
}

test('who asks while a read is under way shares the next one, and does not get the result of the first', async () => {
  const store = createStore();
  const read = readTogether(store.read);
  const first = read('ruth');
  const later = [read('ruth'), read('ruth'), read('ruth')];
  expect(store.asked).toEqual(['ruth']);
  store.answer(1);
  expect(await first).toBe(1);
  await eventually(() => expect(store.asked).toHaveLength(2));
  const latest = read('ruth');
  store.answer(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  await eventually(() => expect(store.asked).toHaveLength(3));
  store.answer(3);
  expect(await latest).toBe(3);
});

test('nobody waits for what others read', async () => {
  const store = createStore();
  const read = readTogether(store.read);
  const [ruth, ben] = [read('ruth'), read('ben')];
  expect(store.asked).toEqual(['ruth', 'ben']);
  store.answer(2);
  expect(await ben).toBe(2);
  store.answer(1);
  expect(await ruth).toBe(1);
});

test('a read that fails fails for those who share it, and the next is tried', async () => {
  const store = createStore();
  const read = readTogether(store.read);
  const first = read('ruth');
  const second = read('ruth');
  store.fail(1);
  await expect(first).rejects.toThrow('away');
  await eventually(() => expect(store.asked).toHaveLength(2));
  store.answer(2);
  expect(await second).toBe(2);
});

test('a read that hangs does not hold up the next', async () => {
  const store = createStore();
  const read = readTogether(store.read);
  const hanging = read('ruth');
  const second = read('ruth');
  await eventually(() => expect(store.asked).toHaveLength(2));
  store.answer(2);
  expect(await second).toBe(2);
  store.answer(1);
  expect(await hanging).toBe(1);
});
