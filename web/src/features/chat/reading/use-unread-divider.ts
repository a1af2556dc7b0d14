import type { Chat } from '@koinonia/contracts/chat.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useChatParts } from '../chat-context.tsx';
import { firstUnreadAfter, firstUnreadSeq } from '../model/conversation.ts';
import { hasAttention } from './attention.ts';
import type { ChatLog } from '../messages/chat-log.ts';

/**
 * The place of 'New messages': after the last read message when the chat is opened, and again when messages come while
 * nobody looks. It stays during reading, and goes when this person writes.
 */
export function useUnreadDivider(chat: Chat, { log, fresh }: ChatLog) {
  const { uid } = useChatParts();
  const [after, setAfter] = useState<number | null>(null);
  const seen = useRef<number | null>(null);

  useEffect(() => {
    if (!fresh || (!log.live && seen.current !== null)) return;
    const before = seen.current;
    seen.current = log.head;
    if (before === null) return setAfter(readBefore(chat, log.messages, uid));
    const firstNew = log.messages.find((message) => message.seq > before && message.senderId !== uid);
    if (firstNew === undefined || hasAttention()) return;
    // Keep an older place until the messages after it are read.
    setAfter((older) => (older !== null && chat.unreadCount > log.last - before ? older : before));
  }, [fresh, log, chat, uid]);

  const from = useMemo(() => (after === null ? null : firstUnreadAfter(log, after, uid)), [log, after, uid]);
  return { from, clear: () => setAfter(null) };
}

/** The last read position of a chat with unread messages; null if it has none. An older list does not count them all. */
function readBefore(chat: Chat, messages: ChatLog['log']['messages'], uid: string): number | null {
  const isOld = (messages.at(-1)?.seq ?? 0) > chat.lastSeq;
  if (chat.unreadCount === 0 && !isOld) return null;
  if (chat.readSeq !== undefined) return chat.readSeq;
  const first = firstUnreadSeq(messages, chat.unreadCount, uid);
  return first === null ? null : first - 1;
}
