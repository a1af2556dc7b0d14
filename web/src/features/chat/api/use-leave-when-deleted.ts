import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLive } from '../../../lib/live/live-context.tsx';
import { chatOf } from '../model/normalise.ts';

/** Goes back to the list when the open chat is deleted, on whichever device, or its person was taken out of it. */
export function useLeaveWhenDeleted(openId: string | undefined, onLeave: () => void) {
  const live = useLive();
  const navigate = useNavigate();

  const leave = useEffectEvent((payload: unknown) => {
    if (openId === undefined || chatOf(payload)?.id !== openId) return;
    onLeave();
    void navigate('/chat', { replace: true });
  });

  useEffect(() => live?.on('chatDeleted', (payload) => leave(payload)), [live]);
}
