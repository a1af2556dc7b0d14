/** The same rules as those of the server's search: scripts without spaces are looked into, others are taken by words. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const letter = `[${scripts.map((name) => `\\p{Script=${name}}`).join('')}ー々]`;
const unspaced = new RegExp(letter, 'u');
const runs = new RegExp(`(?:${letter}\\p{M}*)+|(?:(?!${letter})[\\p{L}\\p{N}\\p{M}])+`, 'gu');
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]/g;
/** A letter with the marks that stand on it: never to be torn apart. */
const letters = /\P{M}\p{M}*|\p{M}+/gsu;
const shortestBeginning = 3;

const plain = (text: string) =>
  text.normalize('NFKC').toLowerCase().normalize('NFD').replace(optionalMarks, '').normalize('NFC');

const runsOf = (text: string) => [...plain(text).matchAll(runs)].map(([run]) => run);

/** One letter of Latin is in nearly every message; one of Chinese is a word. */
export const isWorthSearching = (words: string) =>
  runsOf(words).some((run) => unspaced.test(run) || [...run].length > 1);

export interface MarkedPart {
  readonly text: string;
  /** It is what was looked for. */
  readonly hit: boolean;
}

/** Which letters of a text are what was looked for. */
function hitsIn(text: readonly string[], query: string): Set<number> {
  const wanted = runsOf(query);
  const owners: number[] = [];
  let flat = '';
  text.forEach((one, index) => {
    const bare = plain(one);
    flat += bare;
    for (let unit = 0; unit < bare.length; unit += 1) owners.push(index);
  });
  const hits = new Set<number>();
  const mark = (start: number, length: number) => {
    for (const owner of owners.slice(start, start + length)) hits.add(owner);
  };
  for (const { 0: run, index } of flat.matchAll(runs)) {
    for (const word of wanted) {
      if (unspaced.test(word)) {
        for (let at = run.indexOf(word); at >= 0; at = run.indexOf(word, at + 1)) mark(index + at, word.length);
      } else if (run === word || ([...word].length >= shortestBeginning && run.startsWith(word))) {
        mark(index, word.length);
      }
    }
  }
  return hits;
}

const before = 32;
const longest = 200;

/** The part of a text around the first thing that was looked for, with all such things told apart. */
export function excerptOf(text: string, query: string): MarkedPart[] {
  const all = text.normalize('NFC').replace(/\s+/g, ' ').trim().match(letters) ?? [];
  const hits = hitsIn(all, query);
  const first = hits.size > 0 ? Math.min(...hits) : 0;
  // From the beginning of a word, where there are spaces.
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
