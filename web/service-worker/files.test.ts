import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileFor } from './files.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => {});
const away = () => Promise.reject(new TypeError('Failed to fetch'));
const answer = (text: string) => Promise.resolve(new Response(text));

async function textOf(file: Promise<Response>) {
  file.catch(() => undefined);
  await vi.runAllTimersAsync();
  return (await file).text();
}

test('a file comes from the cache; where that has none, is broken or never answers, from the server', async () => {
  const server = vi.fn<() => Promise<Response>>(() => answer('of the server'));
  expect(await textOf(fileFor(answer('of the cache'), server))).toBe('of the cache');
  expect(server).not.toHaveBeenCalled();
  const broken = () => Promise.reject(new DOMException('Unexpected internal error', 'UnknownError'));
  for (const cached of [() => Promise.resolve(undefined), broken, () => never])
    expect(await textOf(fileFor(cached(), server))).toBe('of the server');
});

test('a slow cache answers where there is no network, and a page that nobody has fails', async () => {
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(new Response('late')), 5_000));
  expect(await textOf(fileFor(late, away))).toBe('late');
  await expect(textOf(fileFor(Promise.resolve(undefined), away))).rejects.toThrow();
});
