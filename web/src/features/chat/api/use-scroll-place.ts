import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { ConversationItem } from '../model/conversation.ts';
import { type Anchor, anchorOf, endOf, offsetOf, rowAt } from './scroll-rows.ts';

const nearEnd = 48;
/** So many screens before the first and after the last line more is asked for. */
const ahead = 2;
const byHand = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

interface ScrollPlaceOptions {
  readonly items: readonly ConversationItem[];
  /** The last line is the newest one, and more may come. */
  readonly live: boolean;
  /** How often something was written: each time the newest end is to be seen, as soon as it is there. */
  readonly written: number;
  /** The position of the message that is to be shown; null when none is, or it is not there yet. */
  readonly target: number | null;
  onTarget(row: HTMLElement): void;
  /** Somebody has scrolled near the first line, or the last one. */
  onTop(): void;
  onBottom(): void;
  /** The first message that is on the screen; null at the end. */
  onEye(seq: number | null): void;
}

/**
 * Keeps the eye's place in a conversation: at the end while one is there, on the same line whatever comes and goes before
 * it, and at the first new message when a chat is opened.
 */
export function useScrollPlace(ref: RefObject<HTMLElement | null>, options: ScrollPlaceOptions) {
  const { items, live, target, written } = options;
  const [atEnd, setAtEnd] = useState(true);
  const now = useRef(options);
  const pinned = useRef(true);
  const anchor = useRef<Anchor | null>(null);
  const marked = useRef(false);
  const touched = useRef(false);
  const seenWritten = useRef(written);
  useLayoutEffect(() => {
    now.current = options;
  });

  /** Notes where the eye is, so that it is found there again. */
  const remember = useCallback((scroller: HTMLElement) => {
    pinned.current = now.current.live && endOf(scroller) - scroller.scrollTop < nearEnd;
    anchor.current = pinned.current ? null : anchorOf(scroller);
    setAtEnd(pinned.current);
    now.current.onEye(anchor.current?.seq ?? null);
  }, []);

  const settle = useCallback(() => {
    const scroller = ref.current;
    if (scroller === null) return;
    const place = anchor.current;
    if (pinned.current) scroller.scrollTop = endOf(scroller);
    else if (place !== null) {
      const row = place.row.isConnected ? place.row : rowAt(scroller, place.seq);
      if (row === undefined) return;
      const moved = offsetOf(scroller, row) - place.offset;
      if (moved !== 0) scroller.scrollTop += moved;
      anchor.current = { ...place, row, offset: place.offset + moved };
    }
  }, [ref]);

  const show = useCallback(
    (scroller: HTMLElement, row: HTMLElement, part: number) => {
      scroller.scrollTop = offsetOf(scroller, row) - (scroller.clientHeight - row.clientHeight) * part;
      remember(scroller);
    },
    [remember],
  );

  useLayoutEffect(() => {
    const scroller = ref.current;
    if (scroller === null) return;
    // Whoever writes wants to see it. It may be with the server before the newest end is here.
    if (live && written !== seenWritten.current) {
      seenWritten.current = written;
      pinned.current = true;
      setAtEnd(true);
    }
    const row = target === null ? undefined : rowAt(scroller, target);
    if (row !== undefined) {
      marked.current = true;
      show(scroller, row, 1 / 2);
      return now.current.onTarget(row);
    }
    const free = !marked.current && (pinned.current || !touched.current);
    const mark = !free ? null : scroller.querySelector<HTMLElement>('[data-unread]');
    if (mark !== null) {
      marked.current = true;
      return show(scroller, mark, 1 / 4);
    }
    settle();
    // What is new among the lines is found in the page.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [items, live, written, target, ref, settle, show]);

  // At the end of a window that has let go of the newest messages there is nothing to stay at.
  useLayoutEffect(() => {
    if (!live && ref.current !== null) remember(ref.current);
  }, [live, ref, remember]);

  // Pictures that arrive, a composer that grows, a keyboard that comes up: the place stays.
  useEffect(() => {
    const scroller = ref.current;
    if (scroller === null) return;
    const touch = () => void (touched.current = true);
    for (const event of byHand) scroller.addEventListener(event, touch, { passive: true });
    const observer = new ResizeObserver(settle);
    observer.observe(scroller);
    if (scroller.firstElementChild !== null) observer.observe(scroller.firstElementChild);
    return () => {
      observer.disconnect();
      for (const event of byHand) scroller.removeEventListener(event, touch);
      now.current.onEye(null);
    };
  }, [ref, settle]);

  const askForMore = () => {
    const scroller = ref.current;
    if (scroller === null) return;
    const enough = ahead * scroller.clientHeight;
    if (scroller.scrollTop < enough) now.current.onTop();
    if (!now.current.live && endOf(scroller) - scroller.scrollTop < enough) now.current.onBottom();
  };

  // A page may be shorter than the screen.
  useEffect(askForMore);

  return {
    atEnd: atEnd && live,
    onScroll() {
      if (ref.current === null) return;
      remember(ref.current);
      askForMore();
    },
    toEnd() {
      pinned.current = true;
      anchor.current = null;
      setAtEnd(true);
      settle();
      ref.current?.focus({ preventScroll: true });
    },
  };
}
