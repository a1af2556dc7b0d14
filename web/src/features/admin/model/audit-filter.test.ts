import { expect, test } from 'vitest';
import { addressOf, choiceOf, filterOf } from './audit-filter.ts';

const choice = (address: string) => choiceOf(new URLSearchParams(address));

test('what is chosen stands in the address and comes back from it', () => {
  const address = 'search=boats&person=ben&from=2026-11-01&to=2026-11-21&action=person.role';
  expect(addressOf(choice(address)).toString()).toBe(address);
  expect(addressOf(choice('')).toString()).toBe('');
});

test('what somebody wrote into the address by hand and means nothing is left out', () => {
  expect(choice('action=person.eaten&from=yesterday&to=2026-99-99')).toEqual({
    search: '',
    act: undefined,
    person: undefined,
    from: undefined,
    to: undefined,
  });
});

test('a day is asked for from its first to its last moment, as the reader has it', () => {
  const { from, to } = filterOf(choice('from=2026-11-21&to=2026-11-21'));
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(24 * 3600 * 1000 - 1);
  expect(new Date(from ?? '').getDate()).toBe(21);
  expect(filterOf(choice('search=%20'))).toMatchObject({ search: undefined });
});
