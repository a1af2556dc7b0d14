import { publicCalls } from '@koinonia/kit/testing/public-calls.ts';
import { expect, test } from 'vitest';
import { passages } from './passages.ts';

const leadsTo = (url: string, path: string) =>
  new RegExp(`^${url.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`).test(path);

/** The gateway answers it itself. */
const own = ['GET /api/config'];

test('every call of the contracts has a passage to a service', () => {
  const without = publicCalls
    .filter(({ method, path }) => !passages.some(({ url, methods }) => methods.includes(method) && leadsTo(url, path)))
    .map(({ method, path }) => `${method} ${path}`);
  expect(without).toEqual(own);
});
