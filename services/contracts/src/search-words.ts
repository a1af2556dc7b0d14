/** Scripts that put no spaces between words, or hang so much on them (Hangul) that a search must look inside. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const letter = `[${scripts.map((name) => `\\p{Script=${name}}`).join('')}ー々]`;
const unspaced = new RegExp(letter, 'u');
const runs = new RegExp(`(?:${letter}\\p{M}*)+|(?:(?!${letter})[\\p{L}\\p{N}\\p{M}])+`, 'gu');
/** Accents of Latin, Greek and Cyrillic, and vowel marks and the lengthener of Arabic: written or not, it is one word. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]/g;

/** Shorter beginnings of words, in characters, stand for nearly everything, so they are looked for as they are. */
export const shortestBeginning = 3;

/** A text as a search compares it: compatible forms, small letters, no marks that people leave out. */
export const plain = (text: string): string =>
  text.normalize('NFKC').toLowerCase().normalize('NFD').replace(optionalMarks, '').normalize('NFC');

/** A word; or, where a script has no spaces, letters that follow one another and that words are looked for inside of. */
export interface Run {
  readonly text: string;
  /** Where it begins, in UTF-16 units. */
  readonly at: number;
  readonly unspaced: boolean;
}

/** What a text that is plain already consists of, in order; all else parts words. */
export const runsOf = (plainText: string): Run[] =>
  [...plainText.matchAll(runs)].map(({ 0: text, index }) => ({ text, at: index, unspaced: unspaced.test(text) }));
