import { useEffect, type RefObject } from 'react';
import { useChatParts } from '../chat-context.tsx';
import { hasAttention, onAttention } from './attention.ts';

/** So much of a bubble must be on the screen before it counts as shown. */
const glimpse = 24;

/** The position of the last message that is on the screen. */
function lastShown(scroller: HTMLElement): number {
  const bottom = scroller.getBoundingClientRect().bottom;
  const bubbles = scroller.querySelectorAll<HTMLElement>('[data-seq]');
  for (let index = bubbles.length - 1; index >= 0; index -= 1) {
    const bubble = bubbles[index];
    if (bubble !== undefined && bubble.getBoundingClientRect().top + glimpse <= bottom) return Number(bubble.dataset['seq']);
  }
  return 0;
}

/** Moves the read position with what is really on the screen while somebody looks. */
export function useReading(ref: RefObject<HTMLElement | null>, chatId: string, last: number, items: unknown) {
  const { reads } = useChatParts();
  useEffect(() => {
    const scroller = ref.current;
    if (scroller === null) return;
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        // Beyond `last` there is a hole: what lies in it has not been shown.
        if (hasAttention()) reads.shown(chatId, Math.min(lastShown(scroller), last));
      });
    };
    look();
    const stop = onAttention(look);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      stop();
      scroller.removeEventListener('scroll', look);
    };
  }, [ref, reads, chatId, last, items]);
}
