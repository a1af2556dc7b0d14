import { expect, test } from 'vitest';
import { groupNameKey, newGroupName } from './group-name.ts';

test.each([
  ['other cases', 'aLL sTAFF'],
  ['white space around and between', '  All \t  Staff\n'],
  ['full-width letters', 'Ａｌｌ Ｓｔａｆｆ'],
  ['a no-break space', 'All\u00a0Staff'],
  ['a zero-width space', 'All \u200bStaff'],
  ['a soft hyphen and a joiner', 'A\u00adll St\u2060aff'],
  ['a Hangul filler', 'All Staff\u3164'],
  ['a Hangul filler as a space', 'All\u3164Staff'],
  ['a half-width Hangul filler as a space', 'All\uffa0Staff'],
  ['an empty Braille cell as a space', 'All\u2800Staff'],
  ['a note without a head', 'All Staff\u{1d159}'],
  ['a filler of Khitan', 'All Staff\u{16fe4}'],
  ['a mark of writing direction', '\u202eAll Staff'],
])('a name with %s is the same name', (_, name) => {
  expect(groupNameKey(name)).toBe(groupNameKey('All Staff'));
});

test('letters that differ only by case or composition are the same in other languages too', () => {
  expect(groupNameKey('STRASSE')).toBe(groupNameKey('Straße'));
  expect(groupNameKey('STRAẞE')).toBe(groupNameKey('Straße'));
  expect(groupNameKey('ΟΔΟΣ')).toBe(groupNameKey('οδος'));
  expect(groupNameKey('Cafe\u0301')).toBe(groupNameKey('CAFÉ'));
});

test('different names stay different', () => {
  expect(groupNameKey('All Staff 2')).not.toBe(groupNameKey('All Staff'));
  expect(groupNameKey('AllStaff')).not.toBe(groupNameKey('All Staff'));
});

test('no letter is another one in its other case, or decomposed', () => {
  const differing: string[] = [];
  for (let code = 1; code <= 0x10_ffff; code += 1) {
    const letter = String.fromCodePoint(code);
    if (!/\p{Cased}/u.test(letter)) continue;
    const spellings = [letter.toUpperCase(), letter.toLowerCase(), letter.normalize('NFD')];
    if (spellings.some((spelling) => groupNameKey(spelling) !== groupNameKey(letter))) differing.push(letter);
  }
  expect(differing).toEqual([]);
});

test('a name keeps to its limit as it is stored, where some letters are two', () => {
  const letter = '\u09df';
  expect([...newGroupName(letter.repeat(50)).name]).toHaveLength(100);
  expect(() => newGroupName(letter.repeat(51))).toThrow('Group name is longer than 100 characters.');
});
