import { describe, expect, test } from 'vitest';
import { emojiNamed } from './emoji-names.ts';
import { begunAt, completed, namesMatching, withEmoji } from './suggest.ts';

describe('what is begun before the caret', () => {
  test.each([
    ['@', 'mention', ''],
    ['Thanks @An', 'mention', 'An'],
    ['@Ana Lú', 'mention', 'Ana Lú'],
    ['(@مر', 'mention', 'مر'],
    ['so :pra', 'emoji', 'pra'],
    [':+1', 'emoji', '+1'],
  ])('%s', (text, kind, query) => {
    expect(begunAt(text, text.length)).toMatchObject({ kind, query });
  });

  test.each(['me@base', 'at 8:30', ':p', 'see: this', '@Ana\n', 'http://x'])('nothing in %j', (text) => {
    expect(begunAt(text, text.length)).toBeNull();
  });

  test('looks no further than the caret', () => expect(begunAt('Hello @Ana', 5)).toBeNull());
});

test('what was chosen takes its place, with one space after it', () => {
  const text = 'Thanks @An for it';
  const begun = begunAt(text, 10);
  if (begun === null) throw new Error('nothing begun');
  expect(completed(text, begun, '@Ana Lúcia')).toEqual({ text: 'Thanks @Ana Lúcia for it', caret: 18 });
  expect(completed('@An', { ...begun, start: 0, end: 3 }, '@Ana')).toEqual({ text: '@Ana ', caret: 5 });
});

test('an emoji whose name is written out takes its place with the closing colon', () => {
  expect(withEmoji('come :pray: now', 11, emojiNamed)).toEqual({ text: 'come 🙏 now', caret: 7 });
  for (const text of [':pray', ':nothing:', 'at 8:30:', 'x:pray:'])
    expect(withEmoji(text, text.length, emojiNamed)).toBeNull();
});

test('names are found by the beginning of any of their words, without accents; those that begin so come first', () => {
  const people = ['Ana Lúcia Ferreira', 'Lucas', 'Ha-eun Kim', 'مريم'].map((name) => ({ name }));
  const found = (query: string) => namesMatching(people, query, 8).map(({ name }) => name);
  expect(found('luc')).toEqual(['Lucas', 'Ana Lúcia Ferreira']);
  expect(found('lucia f')).toEqual(['Ana Lúcia Ferreira']);
  expect(found('eun')).toEqual(['Ha-eun Kim']);
  expect(found('مر')).toEqual(['مريم']);
  expect(found('ucas')).toEqual([]);
  expect(found(' ')).toEqual([]);
  expect(found('')).toHaveLength(4);
  expect(found('Lucas')).toEqual([]);
});

test.each([
  ['brien', 'Ana O’Brien'],
  ['brien (h', "O'Brien (Housekeeping)"],
  ['kit', 'Ana (Kitchen)'],
  ['(kit', 'Ana (Kitchen)'],
  ['민준', '김민준'],
  ['太郎', '山田太郎'],
  ['郎 (大', '山田太郎 (大阪)'],
  ['太郎', 'Anna太郎'],
])('%s begins what one may call %s', (query, name) => {
  expect(namesMatching([{ name }], query, 8)).toEqual([{ name }]);
});

test('only in scripts without spaces does a name begin within a word', () => {
  expect(namesMatching([{ name: 'Ana O’Brien' }, { name: '山田 Toro' }], 'rien', 8)).toEqual([]);
  expect(namesMatching([{ name: 'Toro 太郎' }], 'oro 太', 8)).toEqual([]);
});
