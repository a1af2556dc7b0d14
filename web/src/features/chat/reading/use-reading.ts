import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { useChatParts } from '../chat-context.tsx';
import type { ChatLog } from '../messages/chat-log.ts';
import { hasAttention, onAttention } from './attention.ts';
import { lastShown } from '../scrolling/scroll-rows.ts';

/** Px of a bubble that must be on the screen before it counts as shown. */
const glimpse = 24;

/** Moves the read position to the last message on the screen, but not past the log's `last`, where a gap begins. */
export function useReading(
  ref: RefObject<HTMLElement | null>,
  chatId: string,
  { log, opened }: ChatLog,
  atEnd: boolean,
) {
  const { reads } = useChatParts();
  const frame = useRef(0);
  const { last } = log;

  const look = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      if (ref.current !== null && opened && hasAttention())
        reads.shown(chatId, Math.min(lastShown(ref.current, glimpse), last), atEnd);
    });
  }, [ref, reads, chatId, last, opened, atEnd]);

  useEffect(look);

  useEffect(() => {
    const scroller = ref.current;
    const stop = onAttention(look);
    scroller?.addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(frame.current);
      stop();
      scroller?.removeEventListener('scroll', look);
    };
  }, [ref, look]);
}
