/** Scripts that put no spaces between words, or hang so much on them (Hangul) that a search must look inside. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const letter = `[${scripts.map((name) => `\\p{Script=${name}}`).join('')}ー々]`;
const unspaced = new RegExp(letter, 'u');
const runs = new RegExp(`(?:${letter}\\p{M}*)+|(?:(?!${letter})[\\p{L}\\p{N}\\p{M}])+`, 'gu');
/** Accents of Latin, Greek and Cyrillic, and vowel marks and the lengthener of Arabic: written or not, it is one word. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]/g;
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

/** A message as it is kept to search by: its words and whose it is. No word has a space in it. */
export const indexOf = (message: { senderId: string; text: string }): string[] => [
  bySender(message.senderId),
  ...wordsOf(message.text),
];

const bySender = (uid: string) => `by ${uid}`;

/** What somebody looks for. */
export interface Wanted {
  /** As PostgreSQL writes a `tsquery`; null when there is no word in it. */
  query(bounds: { sender?: string | undefined }): string | null;
  /** Whether a text really holds it: by pairs of characters, words are also found torn apart. */
  isIn(text: string): boolean;
}

/** Shorter beginnings stand for nearly everything, so they are looked for as they are. */
const shortestBeginning = 3;

export function wantedOf(text: string): Wanted {
  const found = [...plain(text).matchAll(runs)].map(([run]) => run);
  const inside = found.filter((run) => unspaced.test(run));
  const words = found.filter((run) => !unspaced.test(run)).map(firstOf);
  const parts = inside.flatMap((run) => ([...run].length > 1 ? pairsOf(run) : [run]));
  const terms = [
    ...words.map((word) => ([...word].length >= shortestBeginning ? `${quoted(word)}:*` : quoted(word))),
    ...parts.map(quoted),
  ];
  return {
    query({ sender }) {
      if (terms.length === 0) return null;
      return [...terms, ...(sender ? [quoted(bySender(sender))] : [])].join(' & ');
    },
    isIn: (candidate) => inside.every((run) => plain(candidate).includes(run)),
  };
}

const quoted = (term: string) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

const firstOf = (run: string) => [...run].slice(0, longest).join('');
