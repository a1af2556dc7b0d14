import { expect, test } from 'vitest';
import { fullEmoji } from './emoji.ts';

test.each(['🙏', '❤️', '🏳️‍🌈', '❤️‍🔥', '🕵️‍♂️', '🕵🏽‍♀️', '#️⃣', '👁️‍🗨️', '🇺🇬', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '👨‍👩‍👧', '🤝🏽', '⛹🏿‍♂️', '☝🏽', '☝️', '©️'])(
  '%s is an emoji, whichever of its selectors a keyboard leaves out',
  (full) => {
    expect(fullEmoji(full)).toBe(full);
    expect(fullEmoji(full.replaceAll('\uFE0F', ''))).toBe(full);
    expect(fullEmoji(full.replace('\uFE0F', ''))).toBe(full);
  },
);

test.each([
  '',
  'a',
  '1',
  '#',
  ':)',
  '🙏🙏',
  '🙏 ',
  ' 🙏',
  '❤️a',
  '\uFE0F',
  '\u200D',
  '🏽🏽',
  '🙏\uFE0F\uFE0F',
  '🇺',
  '<b>',
])('“%s” is none', (text) => {
  expect(fullEmoji(text)).toBeNull();
});
