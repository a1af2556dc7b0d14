import type { Message } from '@koinonia/contracts/chat.ts';
import { useMemo, useSyncExternalStore } from 'react';
import { useChatParts } from '../chat-context.tsx';
import { type ReactionState, withWishes } from '../model/reactions.ts';

const none: ReactionState = { reactions: {}, myReactions: [] };

/** A message with this person's own changes to it that the server has not yet answered. */
export function useShownMessage(message: Message | null): { deleted: boolean; reactions: ReactionState } {
  const { reactions, deletions } = useChatParts();
  const id = message?.id ?? '';
  const wishes = useSyncExternalStore(reactions.subscribe, () => reactions.of(id));
  const going = useSyncExternalStore(deletions.subscribe, () => deletions.has(id));
  const standing = useMemo(() => {
    if (message === null) return none;
    return wishes === undefined ? message : withWishes(message, wishes);
  }, [message, wishes]);
  return { deleted: going || message?.deletedAt !== undefined, reactions: standing };
}
