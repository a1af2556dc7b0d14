import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLive } from '../../../lib/live/live-context.tsx';
import { toast } from '../../../lib/toast.ts';
import { chatOf } from '../model/normalise.ts';
import { texts } from '../texts.ts';

/** Names what this page does to take a chat away for its person: nobody needs to be told what they do themselves. */
export const farewellTo = (chatId: string) => ['farewell', chatId];

/**
 * Goes back to the list when the open chat is deleted on another device, or its person was taken out of it, and says so:
 * somebody may be in the middle of a sentence.
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
