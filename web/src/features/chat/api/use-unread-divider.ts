import type { Chat } from '@koinonia/contracts/chat.ts';
import { useEffect, useRef, useState } from 'react';
import { useChatParts } from '../chat-context.tsx';
import { firstUnreadSeq } from '../model/conversation.ts';
import { hasAttention } from './attention.ts';
import type { ChatLog } from './message-logs.ts';

/**
 * Where 'New messages' stands: at what was unread when the chat was opened, and anew at what comes while nobody looks.
 * It stays while one reads, and goes when one answers.
 */
export function useUnreadDivider(chat: Chat, { log, fresh }: ChatLog) {
  const { uid } = useChatParts();
  const [from, setFrom] = useState<number | null>(null);
  const seen = useRef<number | null>(null);

  useEffect(() => {
    if (!fresh) return;
    const before = seen.current;
    seen.current = log.last;
    if (before === null) return setFrom(firstUnreadSeq(log.messages, chat.unreadCount, uid));
    const firstNew = log.messages.find((message) => message.seq > before && message.senderId !== uid);
    if (firstNew === undefined || hasAttention()) return;
    // An older mark stays as long as what follows it has not been read.
    setFrom((mark) => (mark !== null && chat.unreadCount > log.last - before ? mark : firstNew.seq));
  }, [fresh, log, chat.unreadCount, uid]);

  return { from, clear: () => setFrom(null) };
}
