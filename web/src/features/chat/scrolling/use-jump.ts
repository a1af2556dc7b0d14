import type { Chat } from '@koinonia/contracts/chat.ts';
import { useCallback, useEffect, useRef } from 'react';
import { toast } from '../../../lib/toast.ts';
import { useChatParts } from '../chat-context.tsx';
import { holds } from '../model/message-log.ts';
import { texts } from '../texts.ts';
import type { ChatLog } from '../messages/chat-log.ts';
import { useAddressedMessage } from './use-addressed-message.ts';

const lasts = 2_500;

/** Jumps to the message in the page's address: scrolls to it, marks it for a moment, and gives it the keyboard focus. */
export function useJump(chat: Chat, { log, status, fresh }: ChatLog) {
  const { openedChats } = useChatParts();
  const { at, drop } = useAddressedMessage();
  const end = useRef(() => {});
  // An address may name a message that never existed; but until the chat is loaded, the end is not known.
  const target = at === null || !fresh ? at : Math.min(at, Math.max(chat.lastSeq, log.head));

  useEffect(() => {
    if (target === null || status !== 'ready') return;
    // By the time it fails, the person may be in another chat: changing the address would bring them back.
    let isOver = false;
    openedChats
      .of(chat.id)
      .goTo(target)
      .catch(() => {
        if (isOver) return;
        toast.error(texts.messageNotHere);
        drop();
      });
    return () => {
      isOver = true;
    };
  }, [openedChats, chat.id, target, status, drop]);

  useEffect(() => () => end.current(), []);

  const arrived = useCallback(
    (row: HTMLElement) => {
      end.current();
      row.dataset['target'] = '';
      if (row.tabIndex < 0) row.tabIndex = -1;
      row.focus({ preventScroll: true });
      const timer = setTimeout(() => end.current(), lasts);
      end.current = () => {
        clearTimeout(timer);
        delete row.dataset['target'];
      };
      drop();
    },
    [drop],
  );

  return { target: target !== null && status === 'ready' && holds(log, target) ? target : null, arrived };
}
