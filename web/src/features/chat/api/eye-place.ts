import { type Anchor, anchorOf, endOf, nearEnd, offsetOf, rowAt } from './scroll-rows.ts';

/** Where the eye is in a conversation: at the end while lines come there, else on a line, whatever comes and goes before it. */
export class EyePlace {
  atEnd = true;
  #anchor: Anchor | null = null;
  #shown = false;
  #touched = false;
  /** How far it was scrolled to come to the end, when that was done last; null when it was put elsewhere since. */
  #end: number | null = null;

  /** The first message that is on the screen; null at the end. */
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

  /** Notes where the eye is now, so that it is found there again. `live`: the last line is the newest one. */
  note(scroller: HTMLElement, live: boolean) {
    // Told late of where it was put: the composer may have grown since, and nobody has left the end.
    if (live && this.atEnd && scroller.scrollTop === this.#end) return;
    this.atEnd = live && endOf(scroller) - scroller.scrollTop < nearEnd;
    this.#anchor = this.atEnd ? null : anchorOf(scroller);
  }

  /** Scrolls to where the eye was, after something came or went. */
  settle(scroller: HTMLElement) {
    const place = this.#anchor;
    if (this.atEnd) {
      scroller.scrollTop = endOf(scroller);
      this.#end = scroller.scrollTop;
    } else if (place !== null) {
      const row = place.row.isConnected ? place.row : rowAt(scroller, place.seq);
      if (row === undefined) return;
      const moved = offsetOf(scroller, row) - place.offset;
      if (moved !== 0) scroller.scrollTop += moved;
      this.#anchor = { ...place, row, offset: place.offset + moved };
    }
  }

  /** Shows the line that is asked for, else the first new one, else stays. True when it went anywhere. */
  goTo(scroller: HTMLElement, asked: HTMLElement | undefined): boolean {
    const mark = this.#unreadMark(scroller);
    if (asked !== undefined) this.#show(scroller, asked, 1 / 2);
    else if (mark !== null) this.#show(scroller, mark, 1 / 4);
    else this.settle(scroller);
    return asked !== undefined || mark !== null;
  }

  /** `part` of the screen is then above the line. */
  #show(scroller: HTMLElement, row: HTMLElement, part: number) {
    this.#shown = true;
    this.#end = null;
    scroller.scrollTop = offsetOf(scroller, row) - (scroller.clientHeight - row.clientHeight) * part;
  }

  /** Once, and not for those who are elsewhere by their own hand. */
  #unreadMark(scroller: HTMLElement): HTMLElement | null {
    const free = !this.#shown && (this.atEnd || !this.#touched);
    return free ? scroller.querySelector<HTMLElement>('[data-unread]') : null;
  }
}
