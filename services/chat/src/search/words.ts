import { plain, runsOf, shortestBeginning, withoutSharpS } from '@koinonia/contracts/search-words.ts';

/** Longer words are cut here: nobody types the rest. */
const longest = 64;

/** The words that find a message; in scripts without spaces, every character and every pair of neighbours. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const run of runsOf(plain(text))) {
    if (run.unspaced) for (const part of [...run.text, ...pairsOf(run.text)]) words.add(part);
    else words.add(firstOf(run.text));
  }
  return [...words];
}

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
  const inside = found.filter((run) => run.unspaced).map((run) => run.text);
  const words = found.filter((run) => !run.unspaced).map((run) => firstOf(run.text));
  const parts = inside.flatMap((run) => ([...run].length > 1 ? pairsOf(run) : [run]));
  const terms = [
    ...words.map((word) => ([...word].length >= shortestBeginning ? beginningOf(word) : quoted(word))),
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

/** The words that begin so, in any spelling: those of messages are indexed as they were written. */
const beginningOf = (word: string) => `(${[...spellingsOf(word)].map((one) => `${quoted(one)}:*`).join(' | ')})`;

/** The word with 'ss' for each 'ß', and with 'ß' in one or in all places where it may stand. */
function spellingsOf(word: string): Set<string> {
  const place = /ss|s$/g;
  const plainest = withoutSharpS(word);
  const withOne = [...plainest.matchAll(place)].map(
    ({ 0: { length }, index }) => `${plainest.slice(0, index)}ß${plainest.slice(index + length)}`,
  );
  return new Set([word, plainest, ...withOne, plainest.replace(place, 'ß')]);
}

const quoted = (term: string) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

const firstOf = (run: string) => [...run].slice(0, longest).join('');
