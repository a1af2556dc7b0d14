import type { Chat } from '@koinonia/contracts/chat.ts';
import type { RefObject } from 'react';
import { toast } from '../../../lib/toast.ts';
import { useChatParts } from '../chat-context.tsx';
import type { ConversationItem } from '../model/conversation.ts';
import { texts } from '../texts.ts';
import type { ChatLog } from '../messages/chat-log.ts';
import { useGradually } from './use-gradually.ts';
import { useAddressedMessage } from './use-addressed-message.ts';
import { useJump } from './use-jump.ts';
import { useMessagePlace } from './use-message-place.ts';

interface ShownLinesOptions {
  readonly chat: Chat;
  readonly chatLog: ChatLog;
  readonly items: readonly ConversationItem[];
  /** Counts the messages written here. */
  readonly written: number;
}

/** The lines of a conversation that are drawn, and the scroll position among them; loads more lines near the edges. */
export function useShownLines(
  scroller: RefObject<HTMLElement | null>,
  { chat, chatLog, items, written }: ShownLinesOptions,
) {
  const { openedChats } = useChatParts();
  const { live } = chatLog.log;
  const { target, arrived } = useJump(chat, chatLog);
  const { drop } = useAddressedMessage();
  const { lines, atTop, atBottom, beginAtEnd } = useGradually(scroller, items, { live, target });
  const place = useMessagePlace(scroller, {
    items: lines,
    live: live && atBottom,
    written,
    target,
    onTarget: arrived,
    onTop: () => void (atTop && openedChats.of(chat.id).loadOlder()),
    onBottom: () => void (atBottom && openedChats.of(chat.id).loadNewer()),
    onEye: (seq) => openedChats.of(chat.id).looksAt(seq),
  });

  return {
    lines,
    allDrawn: atTop && atBottom,
    place,
    async toNewest() {
      drop();
      try {
        if (!(await openedChats.of(chat.id).toNewest())) return;
        beginAtEnd();
        place.toEnd();
      } catch {
        toast.error(texts.messagesFailed);
      }
    },
  };
}
