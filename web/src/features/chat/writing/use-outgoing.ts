import { useMemo, useSyncExternalStore } from 'react';
import { useChatParts } from '../chat-context.tsx';
import type { Outgoing } from '../model/conversation.ts';
import { unsentByChat } from '../model/unsent.ts';

/** The unsent messages of all chats, in the order of writing. */
function useAllOutgoing(): readonly Outgoing[] {
  const { outbox } = useChatParts();
  const entries = useSyncExternalStore(outbox.list.subscribe, outbox.list.entries);
  return useMemo(
    () =>
      entries.map((entry) => {
        const failing = outbox.isFailing(entry.clientId) ? 'failing' : 'waiting';
        return { ...entry, state: entry.refusal === undefined ? failing : 'refused' };
      }),
    [entries, outbox],
  );
}

/** The unsent messages of one chat. */
export function useOutgoing(chatId: string): Outgoing[] {
  const all = useAllOutgoing();
  return useMemo(() => all.filter((outgoing) => outgoing.chatId === chatId), [all, chatId]);
}

/** For the list: the unsent message of each chat that needs its writer most. */
export function useUnsent(): ReadonlyMap<string, Outgoing> {
  const all = useAllOutgoing();
  return useMemo(() => unsentByChat(all), [all]);
}
