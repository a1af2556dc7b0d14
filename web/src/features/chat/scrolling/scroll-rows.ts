/** A line on the screen and its offset in the content: the scroll anchor. */
export interface Anchor {
  readonly row: HTMLElement;
  readonly seq: number;
  /** Px from the start of the content. */
  readonly offset: number;
}

/** Px before the end that still count as the end. */
export const nearEnd = 48;

export const endOf = (scroller: HTMLElement) => scroller.scrollHeight - scroller.clientHeight;

/** All lines: the messages and what is between them. A live list, because searching the page is too slow during scrolling. */
const linesOf = (scroller: HTMLElement) => (scroller.firstElementChild?.children ?? []) as ArrayLike<Element>;
const isMessage = (line: Element): line is HTMLElement => line.hasAttribute('data-seq');
export const seqOf = (row: HTMLElement) => Number(row.dataset['seq']);

/** This line if it is a message, else the nearest message before or after it. */
function messageFrom(line: Element | undefined, direction: 'previous' | 'next'): HTMLElement | undefined {
  let one: Element | null | undefined = line;
  while (one && !isMessage(one)) one = one[`${direction}ElementSibling`];
  return one ?? undefined;
}

/** Counts the leading lines for which `isBefore` is true. */
function countBefore(lines: ArrayLike<Element>, isBefore: (line: Element) => boolean): number {
  let from = 0;
  let to = lines.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const line = lines[middle];
    if (line !== undefined && isBefore(line)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The offset of a line in the content, independent of scrolling. */
export const offsetOf = (scroller: HTMLElement, row: HTMLElement) =>
  row.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;

/** The first message that is on the screen, even if only in part. */
export function anchorOf(scroller: HTMLElement): Anchor | null {
  const top = scroller.getBoundingClientRect().top;
  const lines = linesOf(scroller);
  const row = messageFrom(lines[countBefore(lines, (one) => one.getBoundingClientRect().bottom <= top)], 'next');
  return row === undefined ? null : { row, seq: seqOf(row), offset: offsetOf(scroller, row) };
}

/** The message at this position, else the last one before it, else the first. */
export function rowAt(scroller: HTMLElement, seq: number): HTMLElement | undefined {
  const lines = linesOf(scroller);
  const isBefore = (line: Element) => {
    const row = messageFrom(line, 'next');
    return row !== undefined && seqOf(row) <= seq;
  };
  return messageFrom(lines[countBefore(lines, isBefore) - 1], 'previous') ?? messageFrom(lines[0], 'next');
}

/** The position of the last message that shows at least `glimpse` px; 0 for none. */
export function lastShown(scroller: HTMLElement, glimpse: number): number {
  const bottom = scroller.getBoundingClientRect().bottom - glimpse;
  const lines = linesOf(scroller);
  const row = messageFrom(
    lines[countBefore(lines, (one) => one.getBoundingClientRect().top <= bottom) - 1],
    'previous',
  );
  return row === undefined ? 0 : seqOf(row);
}
