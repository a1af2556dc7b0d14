import { expect, test } from 'vitest';
import { emojiNamed, namedEmojis } from './emoji-names.ts';

test('every name belongs to one emoji that is one', () => {
  const names = namedEmojis.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(namedEmojis.filter(({ emoji }) => !/^\p{RGI_Emoji}$/v.test(emoji))).toEqual([]);
  expect(names.filter((name) => !/^[a-z0-9_+-]{1,30}$/.test(name))).toEqual([]);
});

test('the reactions have the names that people know', () => {
  expect(['+1', 'heart', 'joy', 'pray', 'tada'].map(emojiNamed)).toEqual(['👍', '❤️', '😂', '🙏', '🎉']);
  expect(emojiNamed('nothing')).toBeUndefined();
});
