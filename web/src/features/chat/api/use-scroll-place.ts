import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { ConversationItem } from '../model/conversation.ts';

const nearEnd = 48;
const nearTop = 400;

interface ScrollPlaceOptions {
  readonly items: readonly ConversationItem[];
  /** There is more before the first line. */
  readonly more: boolean;
  /** Somebody has scrolled near the first line. */
  onTop(): void;
}

const endOf = (element: HTMLElement) => element.scrollHeight - element.clientHeight;

/**
 * Keeps the eye's place in a conversation: at the end while one is there, on the same line while older ones come before
 * it, and at the first new message when a chat is opened.
 */
export function useScrollPlace(ref: RefObject<HTMLElement | null>, { items, more, onTop }: ScrollPlaceOptions) {
  const [atEnd, setAtEnd] = useState(true);
  const pinned = useRef(true);
  const height = useRef(0);
  const firstKey = useRef<string | undefined>(undefined);
  const marked = useRef(false);
  const written = useRef<string | undefined>(undefined);

  const settle = useCallback(() => {
    const scroller = ref.current;
    if (scroller === null) return;
    if (pinned.current) scroller.scrollTop = endOf(scroller);
    height.current = scroller.scrollHeight;
  }, [ref]);

  useLayoutEffect(() => {
    const scroller = ref.current;
    if (scroller === null) return;
    const first = items.find((item) => item.kind === 'bubble')?.key;
    const grewBefore = firstKey.current !== undefined && first !== firstKey.current;
    if (grewBefore && !pinned.current) scroller.scrollTop += scroller.scrollHeight - height.current;
    firstKey.current = first;
    // Whoever writes wants to see it.
    const newest = items.at(-1);
    if (newest?.kind === 'bubble' && newest.outgoing !== null && newest.key !== written.current) {
      written.current = newest.key;
      pinned.current = true;
      setAtEnd(true);
    }
    const mark = marked.current ? null : scroller.querySelector<HTMLElement>('[data-unread]');
    if (mark !== null) {
      marked.current = true;
      pinned.current = false;
      scroller.scrollTop = mark.offsetTop - scroller.clientHeight / 4;
      pinned.current = endOf(scroller) - scroller.scrollTop < nearEnd;
      setAtEnd(pinned.current);
    }
    settle();
  }, [items, ref, settle]);

  // Pictures that arrive, a composer that grows, a keyboard that comes up: whoever is at the end stays there.
  useEffect(() => {
    const scroller = ref.current;
    if (scroller === null) return;
    const observer = new ResizeObserver(settle);
    observer.observe(scroller);
    if (scroller.firstElementChild !== null) observer.observe(scroller.firstElementChild);
    return () => observer.disconnect();
  }, [ref, settle]);

  const askForMore = () => {
    if (more && ref.current !== null && ref.current.scrollTop < nearTop) onTop();
  };

  // A page may be shorter than the screen.
  useEffect(askForMore);

  return {
    atEnd,
    onScroll() {
      const scroller = ref.current;
      if (scroller === null) return;
      pinned.current = endOf(scroller) - scroller.scrollTop < nearEnd;
      setAtEnd(pinned.current);
      askForMore();
    },
    toEnd() {
      pinned.current = true;
      setAtEnd(true);
      settle();
      ref.current?.focus({ preventScroll: true });
    },
  };
}
