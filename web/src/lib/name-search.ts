/** Letters that Unicode does not take apart, as they are written where a keyboard lacks them. */
const latin = { ı: 'i', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };
const forms = { '\u0649': '\u064a', '\u0629': '\u0647', ς: 'σ' };
const written: Readonly<Record<string, string>> = { ...latin, ...forms };
const otherwise = new RegExp(`[${Object.keys(written).join('')}]`, 'g');

/**
 * A name in the form that a search for people and chats compares: lower case (of no language: in Turkish, 'Ivan' would not
 * be 'ivan'), without accents, vowel marks and the stroke that stretches Arabic words; letters that people replace or mix up
 * become one. Messages are stored in another form: `plain` of the contracts.
 */
export const plainName = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replace(otherwise, (letter) => written[letter] ?? letter);

/** The words of a search, in plain form. */
export const plainWords = (words: string) =>
  plainName(words)
    .split(/\s+/)
    .filter((word) => word !== '');

/** True when the text contains every one of the words, both in plain form. */
export function holdsWords(text: string, words: string): boolean {
  const known = plainName(text);
  return plainWords(words).every((word) => known.includes(word));
}
