import { useEffect, useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { ConversationItem } from '../model/conversation.ts';
import { type Beginning, type Drawn, drawnWith, linesDrawn, withMore } from '../model/shown-lines.ts';
import { endOf, nearEnd } from './scroll-rows.ts';

interface Place {
  /** The last line is the newest one, and more may come. */
  readonly live: boolean;
  /** The position of the message to show; null when there is none. */
  readonly target: number | null;
}

const same = (a: Drawn, b: Drawn | Beginning) =>
  typeof b !== 'string' && a.first === b.first && a.last === b.last && a.atEnd === b.atEnd;

/** True when somebody who scrolls back has less than a screen left above. */
const comesToTop = (scroller: HTMLElement) =>
  scroller.scrollTop < scroller.clientHeight && scroller.scrollTop < endOf(scroller) - nearEnd;

/**
 * Renders the lines of a conversation in steps: first a screenful, then a few more at a time. All at once, they would
 * block a slow phone's response to touch.
 */
export function useGradually(
  ref: RefObject<HTMLElement | null>,
  items: readonly ConversationItem[],
  { live, target }: Place,
) {
  const [drawn, setDrawn] = useState<Drawn | Beginning>('new');
  const { from, to } = linesDrawn(items, drawn, target);
  const atTop = from === 0;
  const atBottom = to === items.length;

  // Stores the drawn lines, so that after a jump to a message they stay drawn when the target is cleared.
  useLayoutEffect(() => {
    const now = drawnWith(items, { from, to }, live);
    if (now !== null) setDrawn((before) => (same(now, before) ? before : now));
  }, [items, from, to, live]);

  useEffect(() => {
    if (atTop && atBottom) return;
    const timer = setTimeout(() => {
      const haste = ref.current !== null && comesToTop(ref.current);
      const more = drawnWith(items, withMore(items, { from, to }, haste), live);
      if (more !== null) setDrawn((before) => (same(more, before) ? before : more));
    });
    return () => clearTimeout(timer);
  }, [ref, items, from, to, live, atTop, atBottom]);

  return {
    lines: useMemo(() => items.slice(from, to), [items, from, to]),
    atTop,
    atBottom,
    /** Renders the newest end at once. */
    beginAtEnd: () => flushSync(() => setDrawn('end')),
  };
}
