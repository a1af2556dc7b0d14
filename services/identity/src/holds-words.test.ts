import { formatCharacters } from '@koinonia/contracts/search-words.ts';
import { expect, test } from 'vitest';
import { formatRanges } from './holds-words.ts';

test('PostgreSQL is told of every format character that Unicode knows', () => {
  const asHere = formatRanges.replace(/\\U000(?<code>[\da-f]{5})/g, String.raw`\u{$<code>}`);
  const all = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).join('');
  const others = all.replace(formatCharacters, '');
  expect(others.length).toBeLessThan(all.length);
  expect(all.replace(new RegExp(asHere, 'gu'), '') === others).toBe(true);
});
