import { type ConversationItem, isBubble } from './conversation.ts';

/** Consecutive lines of a conversation: from index `from` up to `to`, which is not included. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

/** The messages that are drawn, by their positions: indexes move when earlier messages are added. */
export interface Drawn {
  readonly first: number;
  readonly last: number;
  /** The newest end is drawn, so new messages there are drawn at once. */
  readonly atEnd: boolean;
}

/** The number of lines that fill a screen; they are drawn first. */
const screen = 14;
/** The number of lines added per step. Each step has a fixed cost, so smaller steps would take longer in total. */
const more = 20;

/** A message that is being sent has no position yet, and comes after all that have one. */
const seqOf = (item: ConversationItem | undefined) =>
  item === undefined || !isBubble(item) ? undefined : (item.seq ?? Infinity);

function placeOf(items: readonly ConversationItem[], wanted: (seq: number) => boolean): number {
  return items.findIndex((item) => wanted(seqOf(item) ?? -1));
}

/** Where to begin: at the first unread message, or at the newest end in any case. */
export type Beginning = 'new' | 'end';

/** A screenful before and after the target message, else before and after the first unread one, else one at the end. */
function firstScreen(items: readonly ConversationItem[], target: number | null, beginning: Beginning = 'new'): Lines {
  const unread = beginning === 'new' ? items.findIndex(({ kind }) => kind === 'unread') : -1;
  const place = target === null ? unread : placeOf(items, (seq) => seq >= target);
  if (place < 0) return { from: Math.max(0, items.length - screen), to: items.length };
  return { from: Math.max(0, place - screen), to: Math.min(items.length, place + screen) };
}

/** The index of the first separator line that belongs to the message at `place`. */
function withSeparators(items: readonly ConversationItem[], place: number): number {
  let from = place;
  for (let before = items[from - 1]; before !== undefined && !isBubble(before); before = items[from - 1]) from -= 1;
  return from;
}

/** The lines to draw now. If the drawn ones are gone, or do not include the target, starts over with a first screen. */
export function linesDrawn(items: readonly ConversationItem[], drawn: Drawn | Beginning, target: number | null): Lines {
  if (typeof drawn === 'string') return firstScreen(items, target, drawn);
  const first = placeOf(items, (seq) => seq >= drawn.first);
  const last = items.findLastIndex((item) => (seqOf(item) ?? Infinity) <= drawn.last);
  if (first < 0 || last < first) return firstScreen(items, target);
  if (target !== null && (target < drawn.first || target > drawn.last)) return firstScreen(items, target);
  // The 'New messages' line is added a moment after the chat was opened, and must then be drawn.
  const unread = items.findIndex(({ kind }) => kind === 'unread');
  const from = withSeparators(items, unread < 0 ? first : Math.min(first, unread));
  return { from, to: drawn.atEnd ? items.length : last + 1 };
}

/**
 * The same lines and some more on either side; with `haste`, all that are missing before them. If no message with a position
 * is among those that follow, all of them: what waits to be sent is drawn by the end alone.
 */
export function withMore(items: readonly ConversationItem[], { from, to }: Lines, haste = false): Lines {
  const end = Math.min(items.length, to + more);
  const hasPlace = items.slice(to, end).some((item) => Number.isFinite(seqOf(item)));
  return { from: haste ? 0 : Math.max(0, from - more), to: hasPlace ? end : items.length };
}

/** These lines by their positions; null if there is no message among them. `live`: the last line is the newest one. */
export function drawnWith(items: readonly ConversationItem[], { from, to }: Lines, live: boolean): Drawn | null {
  const seqs = items.slice(from, to).flatMap((item) => seqOf(item) ?? []);
  const [first] = seqs;
  const last = seqs.findLast((seq) => seq !== Infinity);
  if (first === undefined) return null;
  return { first, last: last ?? Infinity, atEnd: live && to === items.length };
}
