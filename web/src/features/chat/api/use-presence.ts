import { useEffect, useSyncExternalStore } from 'react';
import { useOnline } from '../../../lib/use-online.ts';
import { useChatParts } from '../chat-context.tsx';
import type { ChatPresence } from './open-chat-presence.ts';

/** Marks this chat as the open one while the component is mounted. */
export function useOpenChat(chatId: string | undefined) {
  const { reads, presence } = useChatParts();
  useEffect(() => {
    if (chatId === undefined) return;
    reads.opened(chatId);
    presence.open(chatId);
    return () => {
      reads.closed(chatId);
      presence.open(null);
    };
  }, [chatId, reads, presence]);
}

const nobody: ReadonlySet<string> = new Set();
const noOne: readonly string[] = [];

function useOpenPresence<Part>(chatId: string, part: (presence: ChatPresence) => Part, none: Part): Part {
  const { presence } = useChatParts();
  return useSyncExternalStore(presence.subscribe, () => {
    const now = presence.snapshot();
    return now.chatId === chatId ? part(now) : none;
  });
}

/**
 * The uids of people present in the open chat who show it, including this person. Empty for any other chat, and without a
 * network, because the connection may notice that much later.
 */
export function usePresence(chatId: string): ReadonlySet<string> {
  const present = useOpenPresence(chatId, (presence) => presence.present, nobody);
  return useOnline() ? present : nobody;
}

/** The uids of people who are typing in the open chat, in the order in which they began. */
export const useTypists = (chatId: string) => useOpenPresence(chatId, (presence) => presence.typing, noOne);
