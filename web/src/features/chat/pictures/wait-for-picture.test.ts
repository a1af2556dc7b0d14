// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitForPicture } from './wait-for-picture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What becomes of a picture for which the server gives these answers, one after another. */
async function becomes(...statuses: number[]) {
  const told: string[] = [];
  vi.stubGlobal('fetch', async () => new Response(null, { status: statuses.shift() ?? 200 }));
  const { signal } = new AbortController();
  const outcome = waitForPicture('/api/media/x', { signal, tell: (state) => void told.push(state) });
  await vi.advanceTimersByTimeAsync(200_000);
  return { told, outcome: await outcome };
}

test.each([401, 408, 429, 500, 503])('a picture is there after an answer of %i, which passes', async (status) => {
  expect(await becomes(status, status)).toEqual({ told: ['away', 'away'], outcome: 'there' });
});

test.each([
  [404, 'missing'],
  [403, 'missing'],
  [410, 'failed'],
])('an answer of %i says that it is %s', async (status, outcome) => {
  expect(await becomes(status)).toEqual({ told: [], outcome });
});
