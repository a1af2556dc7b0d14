import { expect, test } from 'vitest';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { repeatedly } from './repeatedly.ts';

test('work that fails is told of, and done again', async () => {
  const failures: unknown[] = [];
  const repeated = repeatedly(
    1,
    () => Promise.reject(new Error('no')),
    (error) => failures.push(error),
  );
  await eventually(() => expect(failures.length).toBeGreaterThan(1));
  repeated.close();
});

test('work that fails because all is being closed is not told of', async () => {
  const failures: unknown[] = [];
  const underWay = Promise.withResolvers<void>();
  const repeated = repeatedly(
    3_600_000,
    () => underWay.promise,
    (error) => failures.push(error),
  );
  repeated.soon();
  repeated.close();
  underWay.reject(new Error('the connections were closed'));
  await underWay.promise.catch(() => {});
  await new Promise((resolve) => setImmediate(resolve));
  expect(failures).toEqual([]);
});
