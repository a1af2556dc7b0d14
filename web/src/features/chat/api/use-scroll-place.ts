import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { ConversationItem } from '../model/conversation.ts';
import { EyePlace } from './eye-place.ts';
import { endOf, rowAt } from './scroll-rows.ts';

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
    // Whoever writes wants to see it. It may be with the server before the newest end is here.
    if (live && written !== seenWritten.current) {
      seenWritten.current = written;
      eye.goToEnd();
      setAtEnd(true);
    }
    const row = target === null ? undefined : rowAt(scroller, target);
    if (eye.goTo(scroller, row)) remember(scroller);
    if (row !== undefined) now.current.onTarget(row);
    // What is new among the lines is found in the page.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [items, live, written, target, ref, eye, remember]);

  // At the end of a window that has let go of the newest messages there is nothing to stay at.
  useLayoutEffect(() => {
    if (!live && ref.current !== null) remember(ref.current);
  }, [live, ref, remember]);

  useEffect(() => staysIn(ref.current, eye), [ref, eye]);
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

/** Pictures that arrive, a composer that grows, a keyboard that comes up: the place stays. */
function staysIn(scroller: HTMLElement | null, eye: EyePlace) {
  if (scroller === null) return;
  for (const event of byHand) scroller.addEventListener(event, eye.touch, { passive: true });
  const observer = new ResizeObserver(() => eye.settle(scroller));
  observer.observe(scroller);
  if (scroller.firstElementChild !== null) observer.observe(scroller.firstElementChild);
  return () => {
    observer.disconnect();
    for (const event of byHand) scroller.removeEventListener(event, eye.touch);
  };
}

function askForMore(scroller: HTMLElement | null, { live, onTop, onBottom }: ScrollPlaceOptions) {
  if (scroller === null) return;
  const enough = ahead * scroller.clientHeight;
  if (scroller.scrollTop < enough) onTop();
  if (!live && endOf(scroller) - scroller.scrollTop < enough) onBottom();
}
