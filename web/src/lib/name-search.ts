import { formatCharacters, inUsualLetters, withoutApostrophes } from '@koinonia/contracts/search-words.ts';

/**
 * A name in the form that a search for people and chats compares: lower case (of no language: in Turkish, 'Ivan' would not
 * be 'ivan'), without accents, vowel marks, apostrophes, the stroke that stretches Arabic words, and format characters, such
 * as the non-joiner in Persian names; letters that people replace or mix up become one, and so do hyphens. Words of
 * messages have another form: `plain` of the contracts.
 */
export const plainName = (text: string) =>
  inUsualLetters(
    withoutApostrophes(text)
      .normalize('NFKD')
      .replace(/[\p{M}\u0640]/gu, '')
      .replace(formatCharacters, '')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .toLowerCase(),
  );

/** The words of a search, in plain form. */
export const plainWords = (words: string) =>
  plainName(words)
    .split(/\s+/)
    .filter((word) => word !== '');

/** True when the text contains every one of the words, both in plain form. */
export function isFoundBy(text: string, words: string): boolean {
  const known = plainName(text);
  return plainWords(words).every((word) => known.includes(word));
}
