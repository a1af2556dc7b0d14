import { plain } from '../../../lib/plain.ts';
import { emojiNamed } from './emoji-names.ts';

/** What somebody has begun to write before the caret: a name after '@', an emoji's name after ':'. */
export interface Begun {
  readonly kind: 'mention' | 'emoji';
  readonly query: string;
  /** Where the sign stands, and where the caret does. */
  readonly start: number;
  readonly end: number;
}

/** Names have spaces, so what follows an '@' may, too; a list without a match closes by itself. */
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

/** The text with what was chosen in place of what was begun, followed by one space, and where the caret goes. */
export function completed(text: string, begun: Begun, chosen: string): { text: string; caret: number } {
  const after = text.slice(begun.end);
  const gap = /^\s/.test(after) ? '' : ' ';
  const before = `${text.slice(0, begun.start)}${chosen}`;
  return { text: `${before}${gap}${after}`, caret: before.length + 1 };
}

/** ':pray:' becomes its emoji with the closing colon; null where the caret stands behind nothing of the kind. */
export function withEmoji(text: string, caret: number): { text: string; caret: number } | null {
  const match = emojiInFull.exec(text.slice(0, caret));
  const meant = emojiNamed(match?.[1] ?? '');
  if (match === null || meant === undefined) return null;
  const before = `${text.slice(0, match.index)}${meant}`;
  return { text: `${before}${text.slice(caret)}`, caret: before.length };
}

/** Those whose name holds the query, where a word of it begins; the whole name's beginning first. */
export function namesMatching<T extends { readonly name: string }>(
  all: readonly T[],
  query: string,
  most: number,
): T[] {
  const wanted = plain(query);
  if (/^\s|\s{2}/.test(query)) return [];
  const rankOf = ({ name }: T) => {
    const known = plain(name);
    if (known.startsWith(wanted)) return 0;
    return known.split(/[\s_-]+/).some((word) => word.startsWith(wanted)) || known.includes(` ${wanted}`) ? 1 : 2;
  };
  const matching = all
    .map((one) => ({ one, rank: rankOf(one) }))
    .filter(({ rank }) => rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ one }) => one);
  // A name that is written out is not to be completed: Enter sends then.
  return matching.length === 1 && matching[0]?.name === query ? [] : matching;
}
