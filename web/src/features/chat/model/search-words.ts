import {
  inUsualLetters,
  plain,
  runsOf,
  type WantedRun,
  wantedRunsOf,
  withFewMarks,
  withoutApostrophes,
} from '@koinonia/contracts/search-words.ts';

/** A letter with its combining marks, which must stay together. */
const letters = /\P{M}\p{M}*|\p{M}+/gsu;

/** A single Latin letter is in nearly every message; a single Chinese character is a word. */
export const isWorthSearching = (words: string) =>
  runsOf(plain(words)).some((run) => run.unspaced || [...run.text].length > 1);

export interface MarkedPart {
  readonly text: string;
  /** True for a match. */
  readonly hit: boolean;
}

/** Finds the run in a word, which may have apostrophes inside, or in scripts without spaces anywhere in the text. */
function patternOf({ text, unspaced, begins }: WantedRun): { word: string; pattern: RegExp; unspaced: boolean } {
  if (unspaced) return { word: text, pattern: new RegExp(`(?=(${text}))`, 'gu'), unspaced };
  const letters = [...withoutApostrophes(text)];
  const end = begins ? '' : "(?=$|')";
  return { word: text, pattern: new RegExp(`(?<=^|')(?=(${letters.join("'?")})${end})`, 'gu'), unspaced };
}

/** The indexes of the letters that match the query, and where each of its words is first found. */
function hitsIn(text: readonly string[], query: string) {
  const wanted = wantedRunsOf(inUsualLetters(plain(query))).map(patternOf);
  const owners: number[] = [];
  let flat = '';
  text.forEach((one, index) => {
    const bare = inUsualLetters(plain(one));
    flat += bare;
    for (let unit = 0; unit < bare.length; unit += 1) owners.push(index);
  });
  const hits = new Set<number>();
  const firsts = new Map<string, number>();
  const mark = (word: string, start: number, length: number) => {
    for (const owner of owners.slice(start, start + length)) hits.add(owner);
    if (!firsts.has(word)) firsts.set(word, owners[start] ?? 0);
  };
  for (const run of runsOf(flat)) {
    for (const { word, pattern, unspaced } of wanted) {
      if (unspaced !== run.unspaced) continue;
      for (const { 1: found = '', index } of run.text.matchAll(pattern)) mark(word, run.at + index, found.length);
    }
  }
  return { hits, firsts };
}

const before = 32;
const longest = 200;

/** Where to begin: at the first match, unless the longest word, which says most, comes only after the part shown then. */
function placeToShow(firsts: ReadonlyMap<string, number>): number {
  const first = Math.min(...firsts.values());
  const [word, at] = [...firsts].reduce((longer, one) => (one[0].length > longer[0].length ? one : longer), ['', 0]);
  return at + word.length <= first + longest - before ? first : at;
}

/** The part of a text around a match, with all matches marked. */
export function markedExcerpt(text: string, query: string): MarkedPart[] {
  const all = withFewMarks(text).normalize('NFC').replace(/\s+/g, ' ').trim().match(letters) ?? [];
  const { hits, firsts } = hitsIn(all, query);
  const first = firsts.size > 0 ? placeToShow(firsts) : 0;
  // Start at the beginning of a word, where there are spaces.
  const from = first <= before ? 0 : first - before + (all.slice(first - before, first).indexOf(' ') + 1);
  const shown = all.slice(from, from + longest);

  const parts: { text: string; hit: boolean }[] = [];
  const put = (piece: string, hit: boolean) => {
    const last = parts.at(-1);
    if (last?.hit === hit) last.text += piece;
    else parts.push({ text: piece, hit });
  };
  if (from > 0) put('…', false);
  shown.forEach((one, index) => put(one, hits.has(from + index)));
  if (from + longest < all.length) put('…', false);
  return parts;
}
