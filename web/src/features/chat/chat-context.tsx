import { useQueryClient } from '@tanstack/react-query';
import { startTransition, use, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { LoadingOverlay } from '../../components/ui/loading-overlay.tsx';
import { useLive, useLiveState } from '../../lib/live/live-context.tsx';
import { keepAnswers } from '../../lib/on-device/keep-answers.ts';
import { toast } from '../../lib/toast.ts';
import { startChatSync } from './sync/chat-sync.ts';
import { ChatContext, type ChatParts } from './chat-parts.ts';
import { startChatParts } from './start-chat-parts.ts';
import { texts } from './texts.ts';

/** Keeps one person's chats in step while they are signed in, on every page. */
export function ChatProvider({ uid, children }: { uid: string; children: ReactNode }) {
  const queries = useQueryClient();
  const live = useLive();
  const { trouble } = useLiveState();
  const [parts, setParts] = useState<ChatParts | null>(null);

  useLayoutEffect(() => {
    const started = startChatParts(uid, queries);
    // This renders the whole page: in slices, so that a slow phone stays responsive.
    startTransition(() => setParts(started.parts));
    return started.stop;
  }, [uid, queries]);

  // Only once the page's own queries exist: they start from the newest answers on this device.
  useEffect(() => (parts === null ? undefined : keepAnswers(queries, parts.uid)), [parts, queries]);

  useEffect(() => {
    if (live === null || parts === null) return;
    const stopSync = startChatSync({ ...parts, live, queries });
    const stopSending = live.onConnected(parts.outbox.sendNow);
    const endPresence = parts.presence.start(live);
    const stopReacting = live.onConnected(parts.reactions.sendNow);
    return () => {
      stopSync();
      stopSending();
      endPresence();
      stopReacting();
    };
  }, [live, parts, queries]);

  useEffect(() => {
    if (trouble) toast.error(texts.connectionFailed);
  }, [trouble]);

  return parts === null ? <LoadingOverlay first /> : <ChatContext value={parts}>{children}</ChatContext>;
}

export function useChatParts(): ChatParts {
  const parts = use(ChatContext);
  if (parts === null) throw new Error('useChatParts outside of ChatProvider');
  return parts;
}
