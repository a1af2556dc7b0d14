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
  ['⌚\uFE0F', '⌚'],
  ['👍\uFE0F', '👍'],
  ['👍🏽\uFE0F', '👍🏽'],
  ['☝\uFE0F🏽', '☝🏽'],
  ['👩\uFE0F\u200D🦰', '👩\u200D🦰'],
  ['🕵\uFE0F🏽\u200D♀', '🕵🏽\u200D♀\uFE0F'],
])('%s is an emoji, though a keyboard has added a selector that it does not need', (typed, full) => {
  expect(fullEmoji(typed)).toBe(full);
});

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
