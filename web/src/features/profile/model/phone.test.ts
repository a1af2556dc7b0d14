import { expect, test } from 'vitest';
import { formatPhone } from './phone.ts';

test.each([
  ['', ''],
  ['415', '415'],
  ['41555', '(415) 55'],
  ['4155550123', '(415) 555-0123'],
  ['415.555.0123', '(415) 555-0123'],
  ['14155550123', '+1 (415) 555-0123'],
  ['+49 151 23456789', '+491 (512) 345-6789'],
])('%s is shown as %s', (typed, shown) => expect(formatPhone(typed)).toBe(shown));
