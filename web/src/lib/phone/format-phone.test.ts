import { describe, expect, test } from 'vitest';
import { formatPhone } from './format-phone.ts';
import { internationalFormat } from './international-format.ts';

test.each([
  ['', ''],
  ['415', '415'],
  ['41555', '(415) 55'],
  ['4155550123', '(415) 555-0123'],
  ['415.555.0123', '(415) 555-0123'],
  ['14155550123', '+1 (415) 555-0123'],
  ['+1 415 555 0123', '+1 (415) 555-0123'],
  ['44155550123', '+4 (415) 555-0123'],
  ['+49 151 23456789', '+49 1512 3456789'],
  ['+33612345678', '+33 6 12 34 56 78'],
  ['+254 712 345678', '+254 712 345678'],
  ['254712345678', '+254 712 345678'],
  ['+49 1512 3456789', '+49 1512 3456789'],
  ['+999 123 456 7890', '+999 (123) 456-7890'],
  ['0049 1512 3456789', '+49 1512 3456789'],
  ['00254 712 345678', '+254 712 345678'],
  ['011 49 1512 3456789', '+49 1512 3456789'],
  ['00 1 415 555 0123', '+1 (415) 555-0123'],
  ['+49', '+49'],
  [' +676 456', '+676 456'],
])('%s is shown as %s', (typed, shown) => expect(formatPhone(typed, internationalFormat)).toBe(shown));

describe('while the rules of other countries are on their way', () => {
  test("a US number is shown in US style, another country's as it was typed", () => {
    expect(formatPhone('4155550123', undefined)).toBe('(415) 555-0123');
    expect(formatPhone('+49 151 23456789', undefined)).toBe('+49 151 23456789');
  });
});
