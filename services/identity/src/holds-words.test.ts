import { expect, test } from 'vitest';
import { invisible } from './holds-words.ts';

test('PostgreSQL is told of every character that Unicode knows as one that fonts do not draw', () => {
  const asHere = invisible.replace(/\\U000(?<code>[\da-f]{5})/g, String.raw`\u{$<code>}`);
  const all = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).join('');
  const others = all.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  expect(others.length).toBeLessThan(all.length);
  expect(all.replace(new RegExp(asHere, 'gu'), '') === others).toBe(true);
});
