// @vitest-environment jsdom
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadPictures, type PicturesSoFar } from './load-pictures.ts';

let asked: string[] = [];
const timesAsked = (path: string) => asked.filter((one) => one === path).length;
let unanswered = 0;

/** '/away' gets no answer, '/shaky' only the second time, and '/busy' has to wait. */
function answer(path: string, response: ServerResponse) {
  asked.push(path);
  const isFirst = timesAsked(path) === 1;
  if (path.startsWith('/away') || (path.startsWith('/shaky') && isFirst)) return response.destroy();
  if (path.startsWith('/busy') && isFirst) return response.writeHead(429, { 'Retry-After': '60' }).end();
  return response.writeHead(410).end();
}

const server = createServer((request, response) => void answer(request.url ?? '', response));

/** Loads them all; time passes whenever nobody waits for an answer. Returns the last state, and the seconds it took. */
async function load(paths: readonly string[]) {
  const pictures = paths.map(() => new Image());
  pictures.forEach((picture, index) => (picture.dataset['src'] = paths[index]));
  let last: PicturesSoFar | undefined;
  const before = performance.now();
  const { signal } = new AbortController();
  let over = false;
  const loading = loadPictures(pictures, { signal, onProgress: (soFar) => (last = soFar) });
  void loading.finally(() => (over = true));
  while (!over) {
    await setImmediate();
    if (unanswered === 0) vi.advanceTimersToNextTimer();
  }
  return { last, seconds: (performance.now() - before) / 1000 };
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    unanswered += 1;
    try {
      return await fetch(`http://127.0.0.1:${port}${path}`, init);
    } finally {
      unanswered -= 1;
    }
  });
});

afterAll(() => {
  vi.unstubAllGlobals();
  return new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});

afterEach(() => vi.useRealTimers());

test('without a network, only the first pictures are waited for', async () => {
  const paths = Array.from({ length: 400 }, (_, index) => `/away/${index}`);
  const { last, seconds } = await load(paths);
  expect(last).toEqual({ done: 400, missing: 400, of: 400 });
  expect(seconds).toBeLessThan(30);
  expect(new Set(asked)).toEqual(new Set(paths));
});

test('a picture is waited for again once the network has proved to be there', async () => {
  const { last } = await load(['/busy/1', '/busy/2', '/busy/3', '/away', '/gone', '/shaky']);
  expect(last).toEqual({ done: 6, missing: 6, of: 6 });
  expect([timesAsked('/away'), timesAsked('/shaky')]).toEqual([10, 2]);
});
