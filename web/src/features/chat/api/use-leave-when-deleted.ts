import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLive } from '../../../lib/live/live-context.tsx';
import { toast } from '../../../lib/toast.ts';
import { chatOf } from '../model/normalise.ts';
import { texts } from '../texts.ts';

/** The mutation key of leaving or deleting a chat on this page: nobody needs a note about what they do themselves. */
export const farewellTo = (chatId: string) => ['farewell', chatId];

/**
 * Goes back to the list when the open chat is deleted on another device, or this person is removed from it. Says so,
 * because they may be in the middle of a sentence.
 */
export function useLeaveWhenDeleted(openId: string | undefined, onLeave: () => void) {
  const live = useLive();
  const queries = useQueryClient();
  const navigate = useNavigate();

  const leave = useEffectEvent((payload: unknown) => {
    if (openId === undefined || chatOf(payload)?.id !== openId) return;
    if (queries.isMutating({ mutationKey: farewellTo(openId) }) === 0) toast.say(texts.chatGone);
    onLeave();
    void navigate('/chat', { replace: true });
  });

  useEffect(() => live?.on('chatDeleted', (payload) => leave(payload)), [live]);
}
