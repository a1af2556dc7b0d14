import type { RepliedTo } from '@koinonia/contracts/chat.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { timeNow } from '../../../lib/api/server-clock.ts';
import { toast } from '../../../lib/toast.ts';
import { useChatParts } from '../chat-context.tsx';
import type { Outgoing } from '../model/conversation.ts';
import { unsentByChat } from '../model/unsent.ts';
import { texts } from '../texts.ts';
import type { ChosenFile } from '../writing/chosen-files.ts';
import { useAddressedMessage } from '../scrolling/use-addressed-message.ts';
import { whereToOpen } from '../reading/where-to-open.ts';
import { isOnline } from '../../../lib/online.ts';

/** What this page has of a chat. Mounting opens the chat where somebody wants to read. */
export function useChatLog(chatId: string) {
  const { openedChats } = useChatParts();
  const queries = useQueryClient();
  const { at } = useAddressedMessage();
  const first = useRef(at);
  useEffect(() => {
    let left = false;
    async function open() {
      void openedChats.of(chatId).show();
      const place = first.current ?? (await whereToOpen(queries, chatId));
      if (!left) await openedChats.of(chatId).open(place);
    }
    open().catch((error: unknown) => {
      // Being offline has its own note; a 404 is shown instead of the conversation.
      if (!left && isOnline() && !wasRefused(error, 401, 404)) toast.error(texts.messagesFailed);
    });
    return () => {
      left = true;
      openedChats.leave(chatId);
    };
  }, [openedChats, queries, chatId]);
  return useSyncExternalStore(openedChats.subscribe, () => openedChats.get(chatId));
}

/** The unsent messages of all chats, in the order of writing. */
function useAllOutgoing(): readonly Outgoing[] {
  const { outbox } = useChatParts();
  const entries = useSyncExternalStore(outbox.list.subscribe, outbox.list.entries);
  return useMemo(
    () =>
      entries.map(({ refusal, ...entry }) => {
        const failing = outbox.isFailing(entry.clientId) ? 'failing' : 'waiting';
        return { ...entry, state: refusal === undefined ? failing : 'refused', reason: refusal };
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

/** A new message: its text, the message it replies to, the people it mentions. */
export interface Written {
  readonly text: string;
  readonly replyTo?: RepliedTo | undefined;
  readonly mentions?: readonly string[];
}

/** Puts a text and the chosen files into the outbox, after all messages that are shown. */
export function useSend(chatId: string) {
  const { uid, openedChats, outbox } = useChatParts();
  const put = ({ text, replyTo, mentions = [] }: Written, chosen?: ChosenFile) =>
    void outbox.add({
      clientId: crypto.randomUUID(),
      uid,
      chatId,
      text,
      attachmentUrl: null,
      ...(chosen && { attachment: chosen.about, file: chosen.file }),
      ...(replyTo && { replyTo }),
      ...(mentions.length > 0 && { mentions }),
      createdAt: new Date(timeNow()).toISOString(),
      afterSeq: openedChats.get(chatId).log.head,
    });

  return (written: Written, files: readonly ChosenFile[]) => {
    if (files.length === 0) return put(written);
    // A message has one attachment. The text goes with the last file, like a caption.
    files.forEach((chosen, index) => put(index === files.length - 1 ? written : { text: '' }, chosen));
  };
}
