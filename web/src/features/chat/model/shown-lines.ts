import { type ConversationItem, isBubble } from './conversation.ts';

/** Some lines of a conversation that stand together: from one place up to another, which is not among them. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

/** The messages that are drawn, by their positions: places move when others come before them. */
export interface Drawn {
  readonly first: number;
  readonly last: number;
  /** The newest end is among them, and what comes there is drawn at once. */
  readonly atEnd: boolean;
}

/** So many lines fill a screen; they are drawn first. */
const screen = 14;
/** So many more are drawn at a time. Each time costs something of its own, so that fewer would be slower in all. */
const more = 20;

/** What is on its way has no position yet, and stands after all that have one. */
const seqOf = (item: ConversationItem | undefined) =>
  item === undefined || !isBubble(item) ? undefined : (item.seq ?? Infinity);

function placeOf(items: readonly ConversationItem[], wanted: (seq: number) => boolean): number {
  return items.findIndex((item) => wanted(seqOf(item) ?? -1));
}

/** Where to begin: at what is new to somebody, or at the newest end whatever is new. */
export type Beginning = 'new' | 'end';

/** A screen of lines around the message that somebody has come for, or what is new to them, else at the end. */
function firstScreen(items: readonly ConversationItem[], target: number | null, beginning: Beginning = 'new'): Lines {
  const unread = beginning === 'new' ? items.findIndex(({ kind }) => kind === 'unread') : -1;
  const place = target === null ? unread : placeOf(items, (seq) => seq >= target);
  if (place < 0) return { from: Math.max(0, items.length - screen), to: items.length };
  return { from: Math.max(0, place - screen), to: Math.min(items.length, place + screen) };
}

/** The day and the time before a message belong to it. */
function withSeparators(items: readonly ConversationItem[], place: number): number {
  let from = place;
  for (let before = items[from - 1]; before !== undefined && !isBubble(before); before = items[from - 1]) from -= 1;
  return from;
}

/** The lines that are drawn of those that there are now; where they are none of them, or not what was asked for, others. */
export function linesDrawn(items: readonly ConversationItem[], drawn: Drawn | Beginning, target: number | null): Lines {
  if (typeof drawn === 'string') return firstScreen(items, target, drawn);
  const first = placeOf(items, (seq) => seq >= drawn.first);
  const last = items.findLastIndex((item) => (seqOf(item) ?? Infinity) <= drawn.last);
  if (first < 0 || last < first) return firstScreen(items, target);
  if (target !== null && (target < drawn.first || target > drawn.last)) return firstScreen(items, target);
  // What is new is marked a moment after the chat was opened, and then shown.
  const unread = items.findIndex(({ kind }) => kind === 'unread');
  const from = withSeparators(items, unread < 0 ? first : Math.min(first, unread));
  return { from, to: drawn.atEnd ? items.length : last + 1 };
}

/** The same lines and some more of what is missing on either side; all that is missing before them, in haste. */
export const withMore = (items: readonly ConversationItem[], { from, to }: Lines, haste = false): Lines => ({
  from: haste ? 0 : Math.max(0, from - more),
  to: Math.min(items.length, to + more),
});

/** What is drawn when these lines are; null when there is no message among them. `live`: the last is the newest one. */
export function drawnWith(items: readonly ConversationItem[], { from, to }: Lines, live: boolean): Drawn | null {
  const seqs = items.slice(from, to).flatMap((item) => seqOf(item) ?? []);
  const [first] = seqs;
  const last = seqs.findLast((seq) => seq !== Infinity);
  if (first === undefined) return null;
  return { first, last: last ?? Infinity, atEnd: live && to === items.length };
}
