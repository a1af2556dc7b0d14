/** A line on the screen and its offset in the content: the scroll anchor. */
export interface Anchor {
  readonly row: HTMLElement;
  readonly seq: number;
  /** Px from the start of the content. */
  readonly offset: number;
}

/** px before the end that still count as the end. */
export const nearEnd = 48;

export const endOf = (scroller: HTMLElement) => scroller.scrollHeight - scroller.clientHeight;

const messagesIn = (scroller: HTMLElement) => scroller.querySelectorAll<HTMLElement>('[data-seq]');
const seqOf = (row: HTMLElement) => Number(row.dataset['seq']);

/** Counts the leading rows for which `isBefore` is true. */
function countBefore(rows: ArrayLike<HTMLElement>, isBefore: (row: HTMLElement) => boolean): number {
  let from = 0;
  let to = rows.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const row = rows[middle];
    if (row !== undefined && isBefore(row)) from = middle + 1;
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
  const rows = messagesIn(scroller);
  const row = rows[countBefore(rows, (one) => one.getBoundingClientRect().bottom <= top)];
  return row === undefined ? null : { row, seq: seqOf(row), offset: offsetOf(scroller, row) };
}

/** The message at this position, else the last one before it, else the first. */
export function rowAt(scroller: HTMLElement, seq: number): HTMLElement | undefined {
  const rows = messagesIn(scroller);
  return rows[Math.max(0, countBefore(rows, (row) => seqOf(row) <= seq) - 1)];
}

/** The position of the last message that shows at least `glimpse` px; 0 for none. */
export function lastShown(scroller: HTMLElement, glimpse: number): number {
  const bottom = scroller.getBoundingClientRect().bottom - glimpse;
  const rows = messagesIn(scroller);
  const row = rows[countBefore(rows, (one) => one.getBoundingClientRect().top <= bottom) - 1];
  return row === undefined ? 0 : seqOf(row);
}
