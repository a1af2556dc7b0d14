import { describe, expect, test } from 'vitest';
import { foldedParts, isLong, messageParts } from './message-parts.ts';

const ana = { id: 'ana', name: 'Ana' };
const written = (parts: ReturnType<typeof messageParts>) => parts.map((part) => part.text).join('');

test('names and addresses are told apart, and nothing of the text is lost', () => {
  const text = 'See https://base.example/@Ana, @Ana and @Bo.';
  const parts = messageParts(text, [ana]);
  expect(parts.map(({ kind, text: part }) => [kind, part])).toEqual([
    ['text', 'See '],
    ['link', 'https://base.example/@Ana'],
    ['text', ', '],
    ['mention', '@Ana'],
    ['text', ' and @Bo.'],
  ]);
  expect(written(parts)).toBe(text);
});

test('a mention means everybody of that name among those who are mentioned, and nobody else', () => {
  const namesake = { id: 'another ana', name: 'Ana' };
  const parts = messageParts('@Ana, ask @Bo', [ana, { id: 'bo', name: 'Bo' }, namesake]);
  expect(parts.flatMap((part) => (part.kind === 'mention' ? [part.ids] : []))).toEqual([
    ['ana', 'another ana'],
    ['bo'],
  ]);
});

describe('a long text is folded', () => {
  const fold = (text: string) => written(foldedParts(messageParts(text, [])));

  test('only when folding hides a good deal', () => {
    expect(isLong('word '.repeat(150))).toBe(false);
    expect(isLong('word '.repeat(300))).toBe(true);
    expect(isLong('line\n'.repeat(30))).toBe(true);
  });

  test('between two words', () => {
    const text = fold('word '.repeat(400));
    expect(text.endsWith('word…')).toBe(true);
    expect(text.length).toBeLessThan(510);
  });

  test('after ten lines', () => {
    expect(fold('line\n'.repeat(50)).split('\n')).toHaveLength(10);
  });

  test('without tearing a character', () => {
    expect(fold('🎉'.repeat(900)).isWellFormed()).toBe(true);
    expect(fold(`a${'🎉'.repeat(900)}`).isWellFormed()).toBe(true);
    for (const character of ['👨‍👩‍👧', '🇩🇪', 'e\u0301']) {
      for (const before of ['', 'a', 'aa', 'aaa']) {
        const text = fold(before + character.repeat(900));
        expect(text.slice(before.length, -1).replaceAll(character, '')).toBe('');
        expect(text.length).toBeGreaterThan(480);
      }
    }
  });

  test('without half an address', () => {
    const parts = foldedParts(messageParts(`${'word '.repeat(98)}https://base.example/${'a'.repeat(900)} end`, []));
    expect(parts.some((part) => part.kind === 'link')).toBe(false);
  });
});
