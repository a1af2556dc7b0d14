/**
 * A text as people look for it: small letters without accents, vowel marks and the stroke that stretches Arabic words;
 * the forms of Arabic letters that are often typed for one another are one.
 */
export const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replace(/\u0649/g, '\u064a')
    .replace(/\u0629/g, '\u0647')
    .toLocaleLowerCase();

/** The words that somebody looks for, plain. */
export const plainWords = (words: string) =>
  plain(words)
    .split(/\s+/)
    .filter((word) => word !== '');

/** True when every one of the words is somewhere in the text, both taken as plain. */
export function holdsWords(text: string, words: string): boolean {
  const known = plain(text);
  return plainWords(words).every((word) => known.includes(word));
}
