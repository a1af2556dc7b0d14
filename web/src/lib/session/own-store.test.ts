// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { hasUnsaved } from '../unsaved.ts';
import { drafts } from './own-stores.ts';
import { createOwnStore } from './own-store.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const storageIsFull = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });

test('a text that storage has no room for stays as long as the page, and is stored with the next letter that has room', () => {
  const drafts = createOwnStore('draft');
  drafts.write('ana', 'kitchen', 'Begun');
  expect(drafts.holdsOnlyHere()).toBe(false);
  const full = storageIsFull();
  drafts.write('ana', 'kitchen', 'Begun and gone on');
  expect([drafts.read('ana', 'kitchen'), drafts.holdsOnlyHere()]).toEqual(['Begun and gone on', true]);
  expect(drafts.read('ben', 'kitchen')).toBe('');
  full.mockRestore();
  drafts.write('ana', 'kitchen', 'Begun and gone on.');
  expect([drafts.holdsOnlyHere(), localStorage.getItem('draft:ana:kitchen')]).toEqual([false, 'Begun and gone on.']);
});

test('such a text goes with the others: when it is sent, at a logout, and when somebody else signs in', () => {
  const drafts = createOwnStore('draft');
  storageIsFull();
  for (const name of ['kitchen', 'garden']) drafts.write('ana', name, 'Half a');
  drafts.write('ana', 'kitchen', '');
  expect(drafts.read('ana', 'kitchen')).toBe('');
  drafts.clear('ana');
  expect(drafts.read('ana', 'garden')).toBe('Half a');
  drafts.clear('ben');
  expect(drafts.read('ana', 'garden')).toBe('');
  drafts.write('ana', 'garden', 'Half a');
  drafts.clear();
  expect(drafts.read('ana', 'garden')).toBe('');
});

test('a draft that is only here counts as unsaved, whichever chat is open', () => {
  storageIsFull();
  drafts.write('ana', 'kitchen', 'Half a');
  expect(hasUnsaved()).toBe(true);
  drafts.write('ana', 'kitchen', '');
  expect(hasUnsaved()).toBe(false);
});
