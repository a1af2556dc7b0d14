import { sendMessage } from '@koinonia/contracts/chat.ts';
import { useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { request } from '../../lib/api/request.ts';
import { useLive, useLiveState } from '../../lib/live/live-context.tsx';
import { clearOutbox, hasToUpload, type OutboxEntry } from '../../lib/outbox/outbox-database.ts';
import { Outbox } from '../../lib/outbox/outbox.ts';
import { clearDrafts } from '../../lib/session/drafts.ts';
import { keepAnswers } from '../../lib/seen/keep-answers.ts';
import { toast } from '../../lib/toast.ts';
import { updateChatList } from './api/chat-list-query.ts';
import { startChatSync } from './api/chat-sync.ts';
import { ChosenFiles } from './api/chosen-files.ts';
import { OpenChatCompany } from './api/company.ts';
import { LocalPictures } from './api/local-pictures.ts';
import { Deletions } from './api/deletions.ts';
import { MessageLogs } from './api/message-logs.ts';
import { PictureViewer } from './api/picture-viewer.ts';
import { ReactionWishes } from './api/reaction-wishes.ts';
import { ReadPositions } from './api/read-positions.ts';
import { SeenMessages } from './api/seen-messages.ts';
import { uploadFile } from './api/upload-file.ts';
import { UploadProgress } from './api/upload-progress.ts';
import { Writings } from './api/writing.ts';
import { ChatContext, type ChatParts } from './chat-parts.ts';
import { messageInList } from './model/chat-list.ts';
import { texts } from './texts.ts';

const send = ({ chatId, text, attachmentUrl, clientId, replyTo, mentions = [] }: OutboxEntry) =>
  request(sendMessage, {
    body: { chatId, text, attachmentUrl, clientId, replyTo: replyTo?.seq, mentions: [...mentions] },
  });

/** Keeps one person's chats in step for as long as they are signed in, on whichever page. */
export function ChatProvider({ uid, children }: { uid: string; children: ReactNode }) {
  const queries = useQueryClient();
  const live = useLive();
  const { trouble } = useLiveState();
  const [parts, setParts] = useState<ChatParts | null>(null);

  useLayoutEffect(() => {
    const seen = new SeenMessages(uid);
    const logs = new MessageLogs(uid, seen);
    const stopKeeping = keepAnswers(queries, uid);
    const reads = new ReadPositions(queries);
    const progress = new UploadProgress();
    const localPictures = new LocalPictures();
    const outbox = new Outbox({
      uid,
      upload: (entry, signal) => uploadFile(entry, { signal, progress }),
      send,
      onSent(message) {
        logs.heard(message);
        updateChatList(queries, (chats) => messageInList(chats, message, uid));
      },
      onFailed: (entry) => toast.error(hasToUpload(entry) ? texts.uploadFailed : texts.sendFailed),
      onUnkept: () => toast.error(texts.cannotKeep),
    });
    const reactions = new ReactionWishes(uid, logs);
    const mine = { reactions, deletions: new Deletions(logs), writings: new Writings(uid) };
    setParts({
      uid,
      logs,
      reads,
      outbox,
      progress,
      chosen: new ChosenFiles(),
      localPictures,
      viewer: new PictureViewer(),
      company: new OpenChatCompany(),
      ...mine,
    });
    clearDrafts(uid);
    void clearOutbox(uid)
      .catch(() => undefined)
      .then(() => outbox.start());
    return () => {
      logs.stop();
      seen.stop();
      stopKeeping();
      reads.stop();
      outbox.stop();
      reactions.stop();
      localPictures.stop();
    };
  }, [uid, queries]);

  useEffect(() => {
    if (live === null || parts === null) return;
    const stopSync = startChatSync({ live, queries, logs: parts.logs, reads: parts.reads, uid });
    const stopSending = live.on('connect', parts.outbox.sendNow);
    const leaveCompany = parts.company.start(live);
    const stopReacting = live.on('connect', parts.reactions.sendNow);
    return () => {
      stopSync();
      stopSending();
      leaveCompany();
      stopReacting();
    };
  }, [live, parts, queries, uid]);

  useEffect(() => {
    if (trouble) toast.error(texts.connectionFailed);
  }, [trouble]);

  return parts === null ? null : <ChatContext value={parts}>{children}</ChatContext>;
}

export function useChatParts(): ChatParts {
  const parts = use(ChatContext);
  if (parts === null) throw new Error('useChatParts outside of ChatProvider');
  return parts;
}
