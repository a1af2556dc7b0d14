import { afterEach, describe, expect, test } from 'vitest';
import {
  englishOf,
  formatCount,
  formatDate,
  formatDay,
  formatExact,
  formatMoment,
  formatRecent,
  formatSpan,
  formatTime,
  initialsOf,
  isOtherDay,
} from './format.ts';

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
  const spaced = (text: string) => text.replace(/\s/gu, ' ');
  const [midnight, afternoon] = [at(2026, 10, 20, 0, 5), at(2026, 10, 20, 15, 5)];

  test.each([['de-DE'], ['en-US'], ['en-GB'], ['en-CA'], ['en-IE'], ['en-JP'], ['fr']])(
    'counts to twelve, with AM and PM, for a reader of %s',
    (language) => {
      const locale = englishOf([language]);
      expect(spaced(formatTime(midnight, { locale }))).toBe('12:05 AM');
      expect(spaced(formatTime(afternoon, { locale }))).toBe('3:05 PM');
      expect(spaced(formatExact(afternoon, { locale }))).toMatch(/^Friday,? .* at 3:05 PM$/);
      expect(spaced(formatMoment(midnight, { locale }))).toMatch(/ 2026 at 12:05 AM$|, 2026 at 12:05 AM$/);
      expect(spaced(formatSpan(midnight, afternoon, { locale }))).toMatch(/12:05 AM ?– ?3:05 PM$/);
    },
  );

  test('stands for the day in a list while it is today', () => {
    expect(formatRecent(at(2026, 10, 20, 8, 0), english).replace(/\s/u, ' ')).toBe('8:00 AM');
    expect(formatRecent(at(2026, 10, 19, 8, 0), english)).toBe('Yesterday');
  });
});

describe('on a journey between zones that differ only in some weeks', () => {
  const home = process.env['TZ'];
  afterEach(() => {
    if (home === undefined) delete process.env['TZ'];
    else process.env['TZ'] = home;
  });

  test('a time is that of the place where its reader is, by the summer time of its own day', () => {
    const afterLanding = ['Europe/Athens', 'Africa/Cairo', 'Asia/Jerusalem', 'Asia/Beirut', 'Europe/Athens'].map(
      (zone) => {
        process.env['TZ'] = zone;
        return ['2026-03-28T12:00:00Z', '2026-04-10T12:00:00Z', '2026-10-27T12:00:00Z', '2026-10-27T22:30:00Z'].map(
          (instant) => `${new Date(instant).getDate()}. ${formatTime(instant).replace(/\s/u, ' ')}`,
        );
      },
    );
    const athens = ['28. 2:00 PM', '10. 3:00 PM', '27. 2:00 PM', '28. 12:30 AM'];
    expect(afterLanding).toEqual([
      athens,
      ['28. 2:00 PM', '10. 2:00 PM', '27. 3:00 PM', '28. 1:30 AM'],
      ['28. 3:00 PM', '10. 3:00 PM', '27. 2:00 PM', '28. 12:30 AM'],
      ['28. 2:00 PM', '10. 3:00 PM', '27. 2:00 PM', '28. 12:30 AM'],
      athens,
    ]);
  });

  test('a period is told by the clock of each of its ends', () => {
    process.env['TZ'] = 'Africa/Cairo';
    const span = formatSpan('2026-04-23T21:30:00Z', '2026-04-23T22:30:00Z', { locale: 'en-GB' }).replace(/\s/gu, ' ');
    expect(span).toBe('23 April 2026 at 11:30 PM – 24 April 2026 at 1:30 AM');
  });
});

describe('the language of dates is the page’s own', () => {
  test.each([
    [['de-DE', 'de', 'en-US', 'en'], 'en-US'],
    [['fr-CH', 'en-GB'], 'en-GB'],
    [['de-DE', 'uk'], 'en-US'],
    [['eng-x', 'enm'], 'en-US'],
    [['en-GB-oxendict'], 'en-GB'],
    [['en_US@posix', 'en'], 'en'],
    [['en-150'], 'en-150'],
    [[], 'en-US'],
  ])('of %j it is %s', (languages, wanted) => expect(englishOf(languages)).toBe(wanted));

  test('in the order of day and month that the reader knows', () => {
    expect(formatDate(at(2026, 10, 20), { locale: 'en-GB' })).toBe('20 November 2026');
    expect(formatDate(at(2026, 10, 20), { locale: 'en-US' })).toBe('November 20, 2026');
  });
});

test.each([
  ['Ana Silva', 'AS'],
  ['Bo', 'B'],
  ['maria del carmen lópez', 'ML'],
  ['ben.boyd@base.example', 'BE'],
  ['مريم حداد', 'مح'],
  ['فريق المطبخ (2026)!', 'ف2'],
  ['🎵Music «team»', 'MT'],
  ['', '·'],
])('the initials of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

test('a number is written as the English words around it are', () => {
  expect(formatCount(1234)).toBe('1,234');
});
