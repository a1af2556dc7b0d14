import type { Message } from '@koinonia/contracts/chat.ts';
import { useIsMutating } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { useChatParts } from '../chat-context.tsx';
import { type ReactionState, withWishes } from '../model/reactions.ts';

const none: ReactionState = { reactions: {}, myReactions: [] };

/** The mutation key of deleting a message on this page. */
export const deletionOf = (id: string) => ['delete-message', id];

/** A message with this person's own changes to it that the server has not yet answered. */
export function useShownMessage(message: Message | null): { deleted: boolean; reactions: ReactionState } {
  const { reactions } = useChatParts();
  const id = message?.id ?? '';
  const wishes = useSyncExternalStore(reactions.subscribe, () => reactions.of(id));
  const isDeleting = useIsMutating({ mutationKey: deletionOf(id) }) > 0;
  const standing = useMemo(() => {
    if (message === null) return none;
    return wishes === undefined ? message : withWishes(message, wishes);
  }, [message, wishes]);
  return { deleted: isDeleting || message?.deletedAt !== undefined, reactions: standing };
}
