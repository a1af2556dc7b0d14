import type { Chat } from '@koinonia/contracts/chat.ts';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useChatParts } from '../chat-context.tsx';
import { firstUnreadAfter } from '../model/conversation.ts';
import { hasAttention } from './attention.ts';
import { isBehind } from '../model/message-log.ts';
import type { ChatLog } from '../messages/chat-log.ts';

/** More new messages than this at once were fetched after a gap: somebody who looks may not have noticed them. */
const unnoticed = 5;

/**
 * The place of 'New messages': after the last read message when the chat is opened, and again when messages come while
 * nobody looks, or many at once. It stays during reading, and disappears when this person writes.
 */
export function useUnreadDivider(chat: Chat, { log, fresh }: ChatLog, isSending: boolean) {
  const { uid, reads } = useChatParts();
  const [after, setAfter] = useState<number | null>(null);
  const seen = useRef<number | null>(null);
  const wasLive = useRef(false);
  /** This person has written: messages that arrive up to theirs no longer count as new. */
  const passes = useRef(false);

  // Before the paint: otherwise the end would be on the screen for a moment, and count as read.
  useLayoutEffect(() => {
    const hasStayed = wasLive.current;
    wasLive.current = log.live;
    if (!fresh || (!log.live && seen.current !== null)) return;
    const before = seen.current;
    seen.current = log.last;
    // Where the end is may not be known until the message has been sent.
    if (passes.current) return void (passes.current = isSending || isBehind(log));
    if (before === null) return setAfter(readBefore(chat, log.messages));
    const come = log.messages.filter((message) => message.seq > before && message.senderId !== uid);
    if (come.length === 0) return;
    if (hasAttention() && (come.length <= unnoticed || !hasStayed)) return;
    // The same place as before until the messages after it are read.
    setAfter(reads.lastOf(chat.id) ?? before);
  }, [fresh, log, chat, uid, reads, isSending]);

  const from = useMemo(() => (after === null ? null : firstUnreadAfter(log, after, uid)), [log, after, uid]);
  const clear = () => {
    setAfter(null);
    passes.current = true;
  };
  return { unreadFrom: from, unreadAfter: after, clear };
}

/** The last read position of a chat with unread messages; null if it has none. An old list may not count them all. */
function readBefore(chat: Chat, messages: ChatLog['log']['messages']): number | null {
  const isOld = (messages.at(-1)?.seq ?? 0) > chat.lastSeq;
  return chat.unreadCount === 0 && !isOld ? null : chat.readSeq;
}
