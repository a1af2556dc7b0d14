/** Scripts that put no spaces between words, or attach so many endings (Hangul) that a search must look inside. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const letter = `[${scripts.map((name) => `\\p{Script=${name}}`).join('')}ー々]`;
const unspaced = new RegExp(letter, 'u');
const spaced = `(?:(?!${letter})[\\p{L}\\p{N}\\p{M}])+`;
const runs = new RegExp(`(?:${letter}\\p{M}*)+|${spaced}(?:'${spaced})*`, 'gu');
/** Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel marks and lengthener: a word is the same without them. */
export const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]/g;
/** Format characters, such as soft hyphens and the non-joiner in Persian names, and all others that fonts do not draw. */
export const formatCharacters = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Words of fewer characters are the beginning of too many others, so they are searched as whole words, except the last. */
export const shortestBeginning = 3;

/** Marks on one letter after the thirtieth, the limit of Unicode's Stream-Safe Text Format; no language has as many. */
const furtherMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** A text with few marks on each letter: normalising n of them in disorder takes n² steps. */
export const withFewMarks = (text: string): string => text.replace(furtherMarks, '$1');

/** Apostrophes, the ʻokina, and what people type for them: a name is found with and without them. */
export const apostrophes = "'’‘ʻʼ`´";
const anyApostrophe = new RegExp(`[${apostrophes}]`, 'g');

export const withoutApostrophes = (text: string): string => text.replace(anyApostrophe, '');

/** "O'Brien" as two words: people look for the second one, too. */
export const apartAtApostrophes = (text: string): string => text.replace(anyApostrophe, ' ');

/** A text in the form that search compares: compatible forms, small letters, one apostrophe, no marks that people leave out. */
export const plain = (text: string): string =>
  withFewMarks(text)
    .replace(anyApostrophe, "'")
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(optionalMarks, '')
    .normalize('NFC');

/** Letters that Unicode does not decompose, as they are written where a keyboard lacks them. */
const latin = { ı: 'i', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };
/** The alef maksura and the marbuta of Arabic, which people mix up, and the sigma that ends a word. */
const forms = { '\u0649': '\u064a', '\u0629': '\u0647', ς: 'σ' };
/** Letters that people replace or mix up, with the ones that a search compares instead. */
export const usualLetters: Readonly<Record<string, string>> = { ...latin, ...forms };
const otherwise = new RegExp(`[${Object.keys(usualLetters).join('')}]`, 'g');

/** A text of small letters, with one letter for those that people replace or mix up: 'łodz' becomes 'lodz'. */
export const inUsualLetters = (text: string): string =>
  text.replace(otherwise, (letter) => usualLetters[letter] ?? letter);

/** A word, with the apostrophes inside it; or, in a script without spaces, a run of letters that a search looks inside. */
export interface Run {
  readonly text: string;
  /** Where it begins, in UTF-16 units. */
  readonly at: number;
  readonly unspaced: boolean;
}

/** The words of a normalised text, in order; all other characters separate words. */
export const runsOf = (plainText: string): Run[] =>
  [...plainText.matchAll(runs)].map(({ 0: text, index }) => ({ text, at: index, unspaced: unspaced.test(text) }));

/** A word of a search. */
export interface WantedRun extends Run {
  /** Whether all words that begin with it are meant, too. */
  readonly begins: boolean;
}

const lengthOf = ({ text }: Run) => [...withoutApostrophes(text)].length;

/** The words of a normalised search. The last may be half typed; but one letter alone begins words in nearly all messages. */
export function wantedRunsOf(plainQuery: string): WantedRun[] {
  const found = runsOf(plainQuery);
  const shortestLast = found.some((run) => lengthOf(run) > 1) ? 1 : 2;
  return found.map((run) => {
    const shortest = run === found.at(-1) ? shortestLast : shortestBeginning;
    return { ...run, begins: !run.unspaced && lengthOf(run) >= shortest };
  });
}
