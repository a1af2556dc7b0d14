import { hasAttention } from '../reading/attention.ts';
import { type Anchor, anchorOf, endOf, nearEnd, offsetOf, rowAt, seqOf } from './scroll-rows.ts';

const dividerIn = (scroller: HTMLElement) => scroller.querySelector<HTMLElement>('[data-unread]');

/**
 * The scroll anchor of a conversation. At the newest end it stays at the end; elsewhere it holds one line in place
 * while other lines come and go above it.
 */
export class EyePlace {
  atEnd = true;
  #anchor: Anchor | null = null;
  #shown = false;
  /** The last 'New messages' line, '' for none; null until a line was shown. */
  #divider: string | null = null;
  #touched = false;
  /** The scroll offset that we last set to stay at the end; null after scrolling elsewhere. */
  #end: number | null = null;
  /** The scroll offset before the page was printed; null while it is on the screen. */
  #beforePrint: number | null = null;

  /** The position of the first message on the screen; null at the end. */
  get seq(): number | null {
    return this.#anchor?.seq ?? null;
  }

  /** Somebody has scrolled, or may be about to. */
  readonly touch = () => {
    this.#touched = true;
  };

  goToEnd() {
    this.atEnd = true;
    this.#anchor = null;
  }

  /** Remembers the current place. `live`: the last line is the newest one. */
  note(scroller: HTMLElement, live: boolean) {
    if (this.#beforePrint !== null) return;
    // A late scroll event of our own scrolling: the composer may have grown since, but nobody has left the end.
    if (live && this.atEnd && scroller.scrollTop === this.#end) return;
    this.atEnd = live && endOf(scroller) - scroller.scrollTop < nearEnd;
    this.#anchor = this.atEnd ? null : anchorOf(scroller);
  }

  /** Scrolls back to the remembered place after lines were added or removed. */
  settle(scroller: HTMLElement) {
    if (this.#beforePrint !== null) return;
    const place = this.#anchor;
    if (this.atEnd) this.#followEnd(scroller);
    else if (place !== null) {
      const row = place.row.isConnected ? place.row : rowAt(scroller, place.seq);
      if (row === undefined) return;
      // The first content was replaced before anybody began to read it.
      if (!this.#touched && seqOf(row) !== place.seq) {
        this.goToEnd();
        return this.#followEnd(scroller);
      }
      const moved = offsetOf(scroller, row) - place.offset;
      if (moved !== 0) scroller.scrollTop += moved;
      this.#anchor = { ...place, row, offset: place.offset + moved };
    }
  }

  /** Stays at the end; but while nobody looks, only until the first new message has come to the top. */
  #followEnd(scroller: HTMLElement) {
    const end = endOf(scroller);
    const divider = hasAttention() ? null : dividerIn(scroller);
    const first = divider === null ? end : offsetOf(scroller, divider);
    // A divider that is already above the top belongs to messages that were read.
    const most = first < scroller.scrollTop - 1 ? end : first;
    scroller.scrollTop = Math.min(end, most);
    this.#end = scroller.scrollTop;
    if (end - most < nearEnd) return;
    this.atEnd = false;
    this.#anchor = anchorOf(scroller);
  }

  /** Before the page is printed: lines are elsewhere on paper, and browsers may reset the scroll offset. */
  leaveScreen(scroller: HTMLElement) {
    this.#beforePrint ??= scroller.scrollTop;
  }

  /** After the page was printed: scrolls back to the remembered place. */
  comeBack(scroller: HTMLElement) {
    if (this.#beforePrint === null) return;
    scroller.scrollTop = this.#beforePrint;
    this.#beforePrint = null;
    this.settle(scroller);
  }

  /** Scrolls to the requested line, else to the first new one, else stays. True if the place has changed. */
  goTo(scroller: HTMLElement, asked: HTMLElement | undefined): boolean {
    const wasAtEnd = this.atEnd;
    const divider = this.#dividerToShow(scroller);
    if (asked !== undefined) this.#show(scroller, asked, 1 / 2);
    else if (divider !== null) this.#show(scroller, divider, 1 / 4);
    else this.settle(scroller);
    return asked !== undefined || divider !== null || this.atEnd !== wasAtEnd;
  }

  /** Scrolls to a line. `part` is the share of the free screen that stays above it. */
  #show(scroller: HTMLElement, row: HTMLElement, part: number) {
    this.#shown = true;
    this.#end = null;
    scroller.scrollTop = offsetOf(scroller, row) - (scroller.clientHeight - row.clientHeight) * part;
  }

  /**
   * The 'New messages' line where the chat opens, unless the person has scrolled away from the end; later, each new such line
   * while they are at the end.
   */
  #dividerToShow(scroller: HTMLElement): HTMLElement | null {
    const divider = dividerIn(scroller);
    const at = divider?.dataset['unread'] ?? '';
    const isFirst = !this.#shown && (this.atEnd || !this.#touched);
    const isNext = this.#divider !== null && this.#divider !== at && this.atEnd;
    if (divider !== null) this.#divider = at;
    else if (this.#shown) this.#divider ??= at;
    return isFirst || isNext ? divider : null;
  }
}
