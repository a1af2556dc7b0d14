import { describe, expect, test } from 'vitest';
import { formatDay, formatRecent, formatTime, initialsOf, isOtherDay } from './format.ts';

const now = new Date(2026, 10, 20, 9, 30);
const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString();
const english = { locale: 'en-US', now };

describe('a day', () => {
  test.each([
    [at(2026, 10, 20, 0, 1), 'Today'],
    [at(2026, 10, 19, 23, 59), 'Yesterday'],
    [at(2026, 10, 18, 12), 'Wednesday'],
    [at(2026, 10, 14, 12), 'Saturday'],
    [at(2026, 10, 13, 12), 'Nov 13'],
    [at(2025, 10, 18, 12), 'Nov 18, 2025'],
    [at(2026, 10, 21, 12), 'Nov 21'],
  ])('%s reads %s', (instant, text) => expect(formatDay(instant, english)).toBe(text));

  test('begins at midnight of the reader', () => {
    expect(isOtherDay(at(2026, 10, 19, 23, 59), at(2026, 10, 20, 0, 0))).toBe(true);
    expect(isOtherDay(at(2026, 10, 20, 0, 0), at(2026, 10, 20, 23, 59))).toBe(false);
  });
});

describe('a time', () => {
  test('counts to twelve where the locale does', () => {
    expect(formatTime(at(2026, 10, 20, 15, 5), english).replace(/\s/u, ' ')).toBe('3:05 PM');
    expect(formatTime(at(2026, 10, 20, 15, 5), { locale: 'de-DE' })).toBe('15:05');
  });

  test('stands for the day in a list while it is today', () => {
    expect(formatRecent(at(2026, 10, 20, 8, 0), english).replace(/\s/u, ' ')).toBe('8:00 AM');
    expect(formatRecent(at(2026, 10, 19, 8, 0), english)).toBe('Yesterday');
  });
});

test.each([
  ['Ana Silva', 'AS'],
  ['Bo', 'B'],
  ['maria del carmen lópez', 'ML'],
  ['ben.boyd@base.example', 'BE'],
  ['مريم حداد', 'مح'],
  ['', '·'],
])('the initials of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
