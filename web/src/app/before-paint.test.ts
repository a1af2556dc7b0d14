// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const script = readFileSync(`${import.meta.dirname}/../../public/before-paint.js`, 'utf8');
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

/** The browser as the script sees it, with a page whose code is `main.js`. */
function browser({ waiting }: { waiting?: { postMessage(message: string): void } } = {}) {
  const reload = vi.fn<() => void>();
  const ask = vi.fn<typeof fetch>().mockResolvedValue(new Response());
  const timeout = (milliseconds: number) => {
    const time = new AbortController();
    setTimeout(() => time.abort(), milliseconds);
    return time.signal;
  };
  const its = {
    location: { reload },
    navigator: { serviceWorker: { getRegistration: async () => ({ waiting }) } },
    fetch: ask,
    AbortSignal: { timeout },
    CSS: { supports: () => true },
  };
  compileFunction(script, Object.keys(its))(...Object.values(its));
  const losesItsCode = () => document.querySelector('script')?.dispatchEvent(new Event('error'));
  return { reload, ask, losesItsCode };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  document.head.innerHTML = '<script type="module" src="/main.js"></script>';
});
afterEach(() => {
  // The page listens for errors only until it has loaded.
  dispatchEvent(new Event('load'));
  vi.useRealTimers();
  sessionStorage.clear();
  document.head.innerHTML = '';
});

test('a page that cannot start lets a new version that waits take over before it loads itself again', async () => {
  const told: string[] = [];
  const { reload, losesItsCode } = browser({ waiting: { postMessage: (message) => told.push(message) } });
  reload.mockImplementation(() => told.push('loads again'));
  losesItsCode();
  await seconds(2);
  expect(told).toEqual(['take over', 'loads again']);
});

test('a page that cannot start asks again for a file that does not come', async () => {
  const { reload, ask, losesItsCode } = browser();
  ask.mockImplementationOnce(
    (_, { signal } = {}) => new Promise((_, reject) => signal?.addEventListener('abort', reject)),
  );
  losesItsCode();
  await seconds(2);
  expect([ask.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0]);
  await seconds(34);
  expect([ask.mock.calls.length, reload.mock.calls.length]).toEqual([2, 1]);
});
