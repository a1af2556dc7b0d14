import type { RepliedTo } from '@koinonia/contracts/chat.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { toast } from '../../../lib/toast.ts';
import { useChatParts } from '../chat-context.tsx';
import type { Outgoing } from '../model/conversation.ts';
import { texts } from '../texts.ts';
import type { ChosenFile } from './chosen-files.ts';
import { useAddressedMessage } from './use-addressed-message.ts';
import { whereToOpen } from './where-to-open.ts';

/** What this page knows of one chat. Opens it when it is first asked for, at the place where somebody wants to read. */
export function useChatLog(chatId: string) {
  const { logs } = useChatParts();
  const queries = useQueryClient();
  const { at } = useAddressedMessage();
  const first = useRef(at);
  useEffect(() => {
    let left = false;
    async function open() {
      void logs.show(chatId);
      const unread = await whereToOpen(queries, chatId);
      if (!left) await logs.open(chatId, first.current ?? unread);
    }
    open().catch((error: unknown) => {
      // Offline says so by itself; 404 shows in the place of the conversation.
      if (navigator.onLine && !wasRefused(error, 401, 404)) toast.error(texts.messagesFailed);
    });
    return () => void (left = true);
  }, [logs, queries, chatId]);
  return useSyncExternalStore(logs.subscribe, () => logs.get(chatId));
}

/** What waits to be sent to one chat. */
export function useOutgoing(chatId: string): Outgoing[] {
  const { outbox } = useChatParts();
  const entries = useSyncExternalStore(outbox.list.subscribe, outbox.list.entries);
  return useMemo(
    () =>
      entries
        .filter((entry) => entry.chatId === chatId)
        .map(({ refusal, ...entry }) => {
          const failing = outbox.isFailing(entry.clientId) ? 'failing' : 'waiting';
          return { ...entry, state: refusal === undefined ? failing : 'refused', reason: refusal };
        }),
    [entries, chatId, outbox],
  );
}

/** What somebody has written: the text, what it answers, whom it mentions. */
export interface Written {
  readonly text: string;
  readonly replyTo?: RepliedTo | undefined;
  readonly mentions?: readonly string[];
}

/** Puts what was written, and what was chosen with it, into the outbox, after all that is shown of the chat. */
export function useSend(chatId: string) {
  const { uid, logs, outbox } = useChatParts();
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
      createdAt: new Date().toISOString(),
      afterSeq: logs.get(chatId).log.head,
    });

  return (written: Written, files: readonly ChosenFile[]) => {
    if (files.length === 0) return put(written);
    // A message has one attachment. The words stand under the last one, as a caption does.
    files.forEach((chosen, index) => put(index === files.length - 1 ? written : { text: '' }, chosen));
  };
}
