import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { isOnline } from '../../../lib/online.ts';
import { toast } from '../../../lib/toast.ts';
import { useChatParts } from '../chat-context.tsx';
import { whereToOpen } from '../reading/where-to-open.ts';
import { useAddressedMessage } from '../scrolling/use-addressed-message.ts';
import { texts } from '../texts.ts';

/** What this page has of a chat. Mounting opens the chat where somebody wants to read. */
export function useChatLog(chatId: string) {
  const { openedChats } = useChatParts();
  const queries = useQueryClient();
  const { at } = useAddressedMessage();
  const first = useRef(at);
  // Another one takes its place when the chat is gone, be it for a moment that this page did not notice.
  const chat = useSyncExternalStore(openedChats.subscribe, () => openedChats.of(chatId));
  const before = useRef(chat);
  useEffect(() => {
    let left = false;
    const isAnother = before.current !== chat;
    before.current = chat;
    async function open() {
      // If the chat is gone for good, the list says so in a moment, and this page closes.
      if (isAnother) await new Promise((resolve) => setTimeout(resolve));
      if (left) return;
      void chat.show();
      const place = first.current ?? (await whereToOpen(queries, chatId));
      if (!left) await chat.open(place);
    }
    open().catch((error: unknown) => {
      // Being offline has its own note; a 404 is shown instead of the conversation.
      if (!left && isOnline() && !wasRefused(error, 401, 404)) toast.error(texts.messagesFailed);
    });
    return () => {
      left = true;
      openedChats.leave(chatId, chat);
    };
  }, [openedChats, queries, chatId, chat]);
  return useSyncExternalStore(openedChats.subscribe, () => openedChats.get(chatId));
}
