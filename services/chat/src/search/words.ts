/** Scripts that put no spaces between words, or hang so much on them (Hangul) that a search must look inside. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const letter = `[${scripts.map((name) => `\\p{Script=${name}}`).join('')}ー々]`;
const unspaced = new RegExp(letter, 'u');
const runs = new RegExp(`(?:${letter}\\p{M}*)+|(?:(?!${letter})[\\p{L}\\p{N}\\p{M}])+`, 'gu');
/** Accents of Latin, Greek and Cyrillic, and vowel marks and the lengthener of Arabic: written or not, it is one word. */
const optionalMarks = /[\u0300-\u036f\u064b-\u065f\u0670\u0640\u0591-\u05c7]/g;
/** What comes after is no word that anyone types. */
const longest = 64;

/** A text as it is compared: compatible forms, small letters, no marks that people leave out. */
export const plain = (text: string): string =>
  text.normalize('NFKC').toLowerCase().normalize('NFD').replace(optionalMarks, '').normalize('NFC');

/** By what a message is found: its words; where a script has no spaces, every character and every two that follow. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const [run] of plain(text).matchAll(runs)) {
    if (unspaced.test(run)) for (const part of [...run, ...pairsOf(run)]) words.add(part);
    else words.add(firstOf(run));
  }
  return [...words];
}

/** What somebody looks for: `words` of a message begin like this, `parts` are in it as they are. */
export interface Wanted {
  readonly beginnings: readonly string[];
  readonly parts: readonly string[];
  /** Runs of scripts without spaces: pairs alone would also find them torn apart. */
  readonly inside: readonly string[];
}

export function wantedOf(query: string): Wanted {
  const found = [...plain(query).matchAll(runs)].map(([run]) => run);
  const inside = found.filter((run) => unspaced.test(run));
  return {
    beginnings: found.filter((run) => !unspaced.test(run)).map(firstOf),
    parts: [...new Set(inside.flatMap((run) => ([...run].length > 1 ? pairsOf(run) : [run])))],
    inside,
  };
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

const firstOf = (run: string) => [...run].slice(0, longest).join('');
