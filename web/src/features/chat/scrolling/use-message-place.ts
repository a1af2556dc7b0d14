import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { ConversationItem } from '../model/conversation.ts';
import { EyePlace } from './eye-place.ts';
import { endOf, rowAt } from './scroll-rows.ts';

/** More messages are loaded when fewer than this many screens are left before the first or after the last line. */
const ahead = 2;
const byHand = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

interface MessagePlaceOptions {
  readonly items: readonly ConversationItem[];
  /** The last line is the newest one, and more may come. */
  readonly live: boolean;
  /** Counts the messages written here: each one scrolls to the newest end as soon as it is loaded. */
  readonly written: number;
  /** The position of the message to show; null when there is none, or it is not loaded yet. */
  readonly target: number | null;
  onTarget(row: HTMLElement): void;
  /** Somebody has scrolled near the first line, or the last one. */
  onTop(): void;
  onBottom(): void;
  /** Reports the first message on the screen; null at the end. */
  onEye(seq: number | null): void;
}

/**
 * Keeps the scroll position of a conversation: at the end while somebody is there, on the same line while others come
 * and go above it, and at the first new message when a chat is opened.
 */
export function useMessagePlace(ref: RefObject<HTMLElement | null>, options: MessagePlaceOptions) {
  const { items, live, target, written } = options;
  const [eye] = useState(() => new EyePlace());
  const [atEnd, setAtEnd] = useState(true);
  const now = useRef(options);
  const seenWritten = useRef(written);
  useLayoutEffect(() => {
    now.current = options;
  });

  const remember = useCallback(
    (scroller: HTMLElement) => {
      eye.note(scroller, now.current.live);
      setAtEnd(eye.atEnd);
      now.current.onEye(eye.seq);
    },
    [eye],
  );

  useLayoutEffect(() => {
    const scroller = ref.current;
    if (scroller === null) return;
    // Whoever sends a message wants to see it. The server may have it before the newest end is loaded here.
    if (live && written !== seenWritten.current) {
      seenWritten.current = written;
      eye.goToEnd();
      setAtEnd(true);
    }
    const row = target === null ? undefined : rowAt(scroller, target);
    if (eye.goTo(scroller, row)) remember(scroller);
    if (row !== undefined) now.current.onTarget(row);
    // `items` is a dependency, because `goTo` looks for the 'New messages' line in the DOM.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [items, live, written, target, ref, eye, remember]);

  // A window that has dropped the newest messages has no end to stay at.
  useLayoutEffect(() => {
    if (!live && ref.current !== null) remember(ref.current);
  }, [live, ref, remember]);

  useEffect(() => staysIn(ref.current, eye, remember), [ref, eye, remember]);
  useEffect(() => () => now.current.onEye(null), []);

  // A page may be shorter than the screen.
  useEffect(() => askForMore(ref.current, now.current));

  return {
    atEnd: atEnd && live,
    onScroll() {
      if (ref.current === null) return;
      remember(ref.current);
      askForMore(ref.current, now.current);
    },
    toEnd() {
      eye.goToEnd();
      setAtEnd(true);
      if (ref.current !== null) eye.settle(ref.current);
      ref.current?.focus({ preventScroll: true });
    },
  };
}

/** Keeps the scroll position when pictures load, the composer grows, a keyboard opens or the page is printed. */
function staysIn(scroller: HTMLElement | null, eye: EyePlace, remember: (scroller: HTMLElement) => void) {
  if (scroller === null) return;
  for (const event of byHand) scroller.addEventListener(event, eye.touch, { passive: true });
  const observer = new ResizeObserver(() => {
    const wasAtEnd = eye.atEnd;
    eye.settle(scroller);
    if (eye.atEnd !== wasAtEnd) remember(scroller);
  });
  observer.observe(scroller);
  if (scroller.firstElementChild !== null) observer.observe(scroller.firstElementChild);
  const leave = () => eye.leaveScreen(scroller);
  const comeBack = () => eye.comeBack(scroller);
  addEventListener('beforeprint', leave);
  addEventListener('afterprint', comeBack);
  return () => {
    removeEventListener('beforeprint', leave);
    removeEventListener('afterprint', comeBack);
    observer.disconnect();
    for (const event of byHand) scroller.removeEventListener(event, eye.touch);
  };
}

function askForMore(scroller: HTMLElement | null, { live, onTop, onBottom }: MessagePlaceOptions) {
  if (scroller === null) return;
  const enough = ahead * scroller.clientHeight;
  if (scroller.scrollTop < enough) onTop();
  if (!live && endOf(scroller) - scroller.scrollTop < enough) onBottom();
}
