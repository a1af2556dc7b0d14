import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from '../../../../lib/toast.ts';
import { texts } from '../../texts.ts';
import { forgetFarewell, isFarewellSaid } from '../../sync/farewells.ts';

/** The chat in the page's address. */
export interface AddressedChat {
  readonly id: string | undefined;
  /** The list has it. */
  readonly isHere: boolean;
}

/**
 * True once the open chat is gone for this person: left or deleted, here or on another device, or they were removed from
 * it. Then goes back to the list, and says so, because they may be in the middle of a sentence.
 */
export function useLeaveWhenGone({ id, isHere }: AddressedChat, onLeave: () => void): boolean {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState({ id, wasHere: isHere });
  if (open.id !== id || (isHere && !open.wasHere)) setOpen({ id, wasHere: isHere });
  const isGone = open.id === id && open.wasHere && !isHere;

  const leave = useEffectEvent(() => {
    // A late answer must not take people away from where they went meanwhile.
    if (id === undefined || location.pathname !== `/chat/${id}`) return;
    // Nobody needs a note about what they did themselves.
    if (!isFarewellSaid(queries, id)) toast.say(texts.chatGone);
    onLeave();
    void navigate('/chat', { replace: true });
  });

  useLayoutEffect(() => {
    if (isGone) leave();
  }, [isGone]);

  useEffect(() => {
    if (id !== undefined) forgetFarewell(queries, id);
  }, [id, queries]);

  return isGone;
}
