import { apartAtApostrophes, runsOf } from '@koinonia/contracts/search-words.ts';
import { plainName } from '../../../lib/name-search.ts';

/** An unfinished name before the caret: a person's after '@', an emoji's after ':'. */
export interface Begun {
  readonly kind: 'mention' | 'emoji';
  readonly query: string;
  /** The indexes of the sign and of the caret. */
  readonly start: number;
  readonly end: number;
}

/** Names contain spaces, so the text after '@' may contain them too; a list without a match closes by itself. */
const mention = /(?<![\p{L}\p{N}_])@([^\n@]{0,40})$/u;
const emoji = /(?<![\p{L}\p{N}_:]):([a-z0-9_+-]{2,30})$/iu;
const emojiInFull = /(?<![\p{L}\p{N}]):([a-z0-9_+-]{1,30}):$/iu;

export function begunAt(text: string, caret: number): Begun | null {
  const before = text.slice(0, caret);
  for (const [kind, pattern] of [
    ['emoji', emoji],
    ['mention', mention],
  ] as const) {
    const match = pattern.exec(before);
    if (match !== null) return { kind, query: match[1] ?? '', start: match.index, end: caret };
  }
  return null;
}

/** Replaces the unfinished name by the chosen one and a space; also returns the new caret. */
export function completed(text: string, begun: Begun, chosen: string): { text: string; caret: number } {
  const after = text.slice(begun.end);
  const gap = /^\s/.test(after) ? '' : ' ';
  const before = `${text.slice(0, begun.start)}${chosen}`;
  return { text: `${before}${gap}${after}`, caret: before.length + 1 };
}

/** ':pray:' becomes its emoji when the closing colon is typed; null if there is no such name before the caret. */
export function withEmoji(
  text: string,
  caret: number,
  emojiNamed: (name: string) => string | undefined,
): { text: string; caret: number } | null {
  const match = emojiInFull.exec(text.slice(0, caret));
  const meant = emojiNamed(match?.[1] ?? '');
  if (match === null || meant === undefined) return null;
  const before = `${text.slice(0, match.index)}${meant}`;
  return { text: `${before}${text.slice(caret)}`, caret: before.length };
}

/** A query may continue after the word that it begins with: 'lucia f'. */
const isBegunIn = (known: string, wanted: string) =>
  runsOf(known).some(({ text, at, unspaced }) => {
    const found = known.indexOf(wanted, at);
    return found >= at && found < at + (unspaced ? text.length : 1);
  });

/**
 * The entries with a word that begins with the query, or contains it in scripts without spaces. Those whose whole name
 * begins with it come first.
 */
export function namesMatching<T extends { readonly name: string }>(
  all: readonly T[],
  query: string,
  most: number,
): T[] {
  const wanted = plainName(query);
  if (/^\s|\s{2}/.test(query)) return [];
  const rankOf = ({ name }: T) => {
    const known = plainName(name);
    if (known.startsWith(wanted)) return 0;
    if (known.includes(` ${wanted}`) || isBegunIn(known, wanted)) return 1;
    return isBegunIn(plainName(apartAtApostrophes(name)), wanted) ? 1 : 2;
  };
  const matching = all
    .map((one) => ({ one, rank: rankOf(one) }))
    .filter(({ rank }) => rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ one }) => one);
  // A complete name needs no suggestion: Enter then sends the message.
  return matching.length === 1 && matching[0]?.name === query ? [] : matching;
}
