import { plain, runsOf, shortestBeginning } from '@koinonia/contracts/search-words.ts';

/** What comes after is no word that anyone types. */
const longest = 64;

/** By what a message is found: its words; where a script has no spaces, every character and every two that follow. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const run of runsOf(plain(text))) {
    if (run.unspaced) for (const part of [...run.text, ...pairsOf(run.text)]) words.add(part);
    else words.add(firstOf(run.text));
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

export function wantedOf(text: string): Wanted {
  const found = runsOf(plain(text));
  const inside = found.filter((run) => run.unspaced).map((run) => run.text);
  const words = found.filter((run) => !run.unspaced).map((run) => firstOf(run.text));
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
