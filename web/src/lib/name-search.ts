/**
 * A text in the form that search compares: lower case, without accents, vowel marks and the stroke that stretches
 * Arabic words; forms of Arabic letters that people often mix up become one.
 */
export const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replace(/\u0649/g, '\u064a')
    .replace(/\u0629/g, '\u0647')
    .toLocaleLowerCase();

/** The words of a search, in plain form. */
export const plainWords = (words: string) =>
  plain(words)
    .split(/\s+/)
    .filter((word) => word !== '');

/** True when the text contains every one of the words, both in plain form. */
export function holdsWords(text: string, words: string): boolean {
  const known = plain(text);
  return plainWords(words).every((word) => known.includes(word));
}

/** The beginning of a text. Counts as the server does, in code points: `maxlength` counts UTF-16 units. */
export const firstCharacters = (text: string, count: number) =>
  text.length <= count ? text : [...text].slice(0, count).join('');
