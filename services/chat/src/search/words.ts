import {
  inUsualLetters,
  plain,
  runsOf,
  shortestBeginning,
  withoutApostrophes,
} from '@koinonia/contracts/search-words.ts';

/** Longer words are cut here: nobody types the rest. */
const longest = 64;

/** The words that find a message; in scripts without spaces, every character and every pair of neighbours. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const run of runsOf(plain(text))) {
    if (run.unspaced) for (const part of [...run.text, ...pairsOf(run.text)]) words.add(part);
    else for (const word of formsOf(run.text)) words.add(firstOf(inUsualLetters(word)));
  }
  return [...words];
}

/** A word without its apostrophes, and each part between them: "l'église" is also found by "église", "O'Neill" by "Neill". */
const formsOf = (word: string): string[] => [withoutApostrophes(word), ...partsOf(word)];

const partsOf = (word: string): string[] => (word.includes("'") ? word.split("'") : []);

/** The search entry of a message: its words and its sender. No word contains a space. */
export const indexOf = (message: { senderId: string; text: string }): string[] => [
  bySender(message.senderId),
  ...wordsOf(message.text),
];

const bySender = (uid: string) => `by ${uid}`;

/** What a person searches for. */
export interface Wanted {
  /** In PostgreSQL's syntax of a `tsquery`; null when it contains no word. */
  query(bounds: { sender?: string | undefined }): string | null;
  /** Whether a text really contains it: pairs of characters also match when they are apart. */
  isIn(text: string): boolean;
}

export function wantedOf(text: string): Wanted {
  const found = runsOf(plain(text));
  const inside = distinct(found.filter((run) => run.unspaced).map((run) => run.text));
  const words = distinct(found.filter((run) => !run.unspaced).map((run) => run.text));
  const parts = distinct(inside.flatMap((run) => ([...run].length > 1 ? pairsOf(run) : [run])));
  const terms = [...words.map(termOf), ...parts.map(quoted)];
  return {
    query({ sender }) {
      if (terms.length === 0) return null;
      return [...terms, ...(sender ? [quoted(bySender(sender))] : [])].join(' & ');
    },
    isIn(candidate) {
      if (inside.length === 0) return true;
      const text = plain(candidate);
      return inside.every((run) => text.includes(run));
    },
  };
}

/** A word, or what begins with it, in usual letters; as it was written, too, for what an older version made searchable. */
function termOf(word: string): string {
  const whole = withoutApostrophes(word);
  const spellings = [inUsualLetters(whole), whole].map(beginningOf);
  const apart = partsOf(word).map(beginningOf).join(' & ');
  return `(${distinct([...spellings, ...(apart === '' ? [] : [apart])]).join(' | ')})`;
}

/** A term for a word, or for what begins with it if it is long enough. */
function beginningOf(word: string): string {
  const isBeginning = [...word].length >= shortestBeginning;
  return quoted(firstOf(word)) + (isBeginning ? ':*' : '');
}

const distinct = (parts: readonly string[]) => [...new Set(parts)];

const quoted = (term: string) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

const firstOf = (run: string) => [...run].slice(0, longest).join('');
