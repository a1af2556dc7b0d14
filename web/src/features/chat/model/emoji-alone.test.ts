import { expect, test } from 'vitest';
import { isEmojiAlone } from './emoji-alone.ts';

test('one to three emoji are emoji alone, whatever they are made of', () => {
  for (const text of ['🙏', '❤️', ' 🎉🎉🎉 ', '👍 🙏', '👍🏽', '✌🏿', '👩‍🚀', '👨‍👩‍👧', '🏳️‍🌈', '🇰🇪', '❤️‍🔥'])
    expect(isEmojiAlone(text), text).toBe(true);
});

test('words, digits, signs and more than three emoji are not', () => {
  for (const text of ['', ' ', 'ok', '🙏 amen', '7', '#', '©', '5️', '🎉🎉🎉🎉', '❤', ':)', '🙏'.repeat(500)])
    expect(isEmojiAlone(text), text).toBe(false);
});
