import type { Chat } from '@koinonia/contracts/chat.ts';
import { useCallback, useEffect, useRef } from 'react';
import { toast } from '../../../lib/toast.ts';
import { useChatParts } from '../chat-context.tsx';
import { holds } from '../model/message-log.ts';
import { texts } from '../texts.ts';
import type { ChatLog } from './chat-log.ts';
import { useAddressedMessage } from './use-addressed-message.ts';

const lasts = 2_500;

/** Brings the message that the address names before the eyes: where it is, marked for a moment, with the keyboard's focus. */
export function useJump(chat: Chat, { log, status }: ChatLog) {
  const { logs } = useChatParts();
  const { at, drop } = useAddressedMessage();
  const end = useRef(() => {});
  const target = at === null ? null : Math.min(at, Math.max(chat.lastSeq, log.head));

  useEffect(() => {
    if (target === null || status !== 'ready') return;
    logs.goTo(chat.id, target).catch(() => {
      toast.error(texts.messageNotHere);
      drop();
    });
  }, [logs, chat.id, target, status, drop]);

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
