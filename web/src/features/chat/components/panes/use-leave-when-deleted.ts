import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLive } from '../../../../lib/live/live-context.tsx';
import { toast } from '../../../../lib/toast.ts';
import { chatOf } from '../../model/normalise.ts';
import { texts } from '../../texts.ts';
import { forgetFarewell, isFarewellSaid } from '../../sync/farewells.ts';
import { isAtChat } from './is-at-chat.ts';

/**
 * Goes back to the list when the open chat is deleted on another device, or this person is removed from it. Says so,
 * because they may be in the middle of a sentence.
 */
export function useLeaveWhenDeleted(openId: string | undefined, onLeave: () => void) {
  const live = useLive();
  const queries = useQueryClient();
  const navigate = useNavigate();

  const leave = useEffectEvent((payload: unknown) => {
    if (openId === undefined || chatOf(payload)?.id !== openId || !isAtChat(openId)) return;
    // Nobody needs a note about what they did themselves.
    if (!isFarewellSaid(queries, openId)) toast.say(texts.chatGone);
    onLeave();
    void navigate('/chat', { replace: true });
  });

  useEffect(() => live?.on('chatDeleted', (payload) => leave(payload)), [live]);

  useEffect(() => {
    if (openId !== undefined) forgetFarewell(queries, openId);
  }, [openId, queries]);
}
