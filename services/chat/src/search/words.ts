import {
  inUsualLetters,
  plain,
  runsOf,
  shortestBeginning,
  type WantedRun,
  wantedRunsOf,
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
  /** In PostgreSQL's syntax of a `tsquery`. */
  readonly query: string;
  /** The part that the index is asked for: if possible without beginnings of few letters, which have too many places there. */
  readonly indexed: string;
  /** Whether a text really contains it: pairs of characters also match when they are apart. */
  isIn(text: string): boolean;
}

/** Null when the text contains no word. */
export function wantedOf(text: string, sender?: string): Wanted | null {
  const found = wantedRunsOf(plain(text));
  const inside = distinct(found.filter((run) => run.unspaced).map((run) => run.text));
  const words = found.filter((run) => !run.unspaced);
  const isVague = (run: WantedRun) => run.begins && withoutApostrophes(run.text).length < shortestBeginning;
  const parts = distinct(inside.flatMap((run) => ([...run].length > 1 ? pairsOf(run) : [run])));
  const all = distinct([...words.map(termOf), ...parts.map(quoted)]);
  const precise = distinct([...words.filter((run) => !isVague(run)).map(termOf), ...parts.map(quoted)]);
  if (all.length === 0) return null;
  const by = sender === undefined ? [] : [quoted(bySender(sender))];
  return {
    query: [...all, ...by].join(' & '),
    indexed: [...(precise.length > 0 ? precise : all), ...by].join(' & '),
    isIn(candidate) {
      if (inside.length === 0) return true;
      const text = plain(candidate);
      return inside.every((run) => text.includes(run));
    },
  };
}

/**
 * A word, or what begins with it, in usual letters. Also as it was written, and by all parts between its apostrophes: that is
 * how an older version, which may run for some minutes more, indexes it.
 */
function termOf({ text, begins }: WantedRun): string {
  const term = (word: string, isBeginning: boolean) => quoted(firstOf(word)) + (isBeginning ? ':*' : '');
  const whole = withoutApostrophes(text);
  const apart = partsOf(text).map((part) => term(part, [...part].length >= shortestBeginning));
  const spellings = [term(inUsualLetters(whole), begins), term(whole, begins)];
  return `(${distinct([...spellings, ...(apart.length > 0 ? [apart.join(' & ')] : [])]).join(' | ')})`;
}

const distinct = (parts: readonly string[]) => [...new Set(parts)];

const quoted = (term: string) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

const firstOf = (run: string) => [...run].slice(0, longest).join('');
