// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CacheKey, pageCache } from './page-cache.ts';
import { removeStoredUser, writeStoredUser } from './stored-user.ts';

/** A key that only this file uses: an earlier file in the same worker may have left a pause under another one. */
const list: CacheKey = 'only-here:list:v1';

/** What the tab has stored, without writes that still wait. */
const inTab = () => sessionStorage.getItem(list);
const keep = (value: number) => pageCache.writeOften(list, () => pageCache.write(list, value));

beforeEach(() => {
  vi.useFakeTimers();
  writeStoredUser({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  pageCache.giveTo('ana');
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
  pageCache.clear();
});

test('what changes with each of 200 messages within a second is written twice: at once, and as it is then', () => {
  const write = vi.spyOn(Storage.prototype, 'setItem');
  for (let seq = 1; seq <= 200; seq += 1) {
    keep(seq);
    vi.advanceTimersByTime(4);
  }
  expect(inTab()).toBe('1');
  vi.advanceTimersByTime(200);
  expect(inTab()).toBe('200');
  expect(write).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_000);
  keep(201);
  expect(inTab()).toBe('201');
});

test('whoever reads it has the last one', () => {
  keep(1);
  keep(2);
  expect(pageCache.read(list)).toBe(2);
  keep(3);
  expect(pageCache.endings(list)).toEqual(['']);
  expect(inTab()).toBe('3');
});

test.each([
  ['closed', () => dispatchEvent(new Event('pagehide'))],
  ['hidden', () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))],
])('a page that is %s has written it', (_, leave) => {
  keep(1);
  keep(2);
  leave();
  expect(inTab()).toBe('2');
});

test('nothing of it comes after it was removed, or for the next person', () => {
  keep(1);
  keep(2);
  pageCache.remove(list);
  vi.advanceTimersByTime(1_000);
  expect(inTab()).toBeNull();
  keep(3);
  keep(4);
  pageCache.giveTo('ben');
  vi.advanceTimersByTime(1_000);
  expect(inTab()).toBeNull();
});

test('an answer that comes after the session has ended is not kept for the next person', () => {
  removeStoredUser();
  expect(pageCache.write(list, 1)).toBe(false);
  expect(inTab()).toBeNull();
});
