import { sendMessage } from '@koinonia/contracts/chat.ts';
import type { QueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api/request.ts';
import { wasRefused } from '../../lib/api/api-error.ts';
import { requireMessage } from '../../lib/api/required.ts';
import { clearOutbox, hasToUpload, soon, type OutboxEntry } from '../../lib/outbox/outbox-database.ts';
import { Outbox } from '../../lib/outbox/outbox.ts';
import { clearOwnStores } from '../../lib/session/own-stores.ts';
import { toast } from '../../lib/toast.ts';
import { unsavedWhile } from '../../lib/unsaved.ts';
import { listMessage } from './sync/chat-list-query.ts';
import { forgetIfGone } from './sync/forget-chat.ts';
import { ChosenFiles } from './writing/chosen-files.ts';
import { OpenChatPresence } from './api/open-chat-presence.ts';
import { LocalPictures } from './pictures/local-pictures.ts';
import { MessageCaches } from './messages/message-caches.ts';
import { OpenedChats } from './messages/opened-chats.ts';
import { PictureViewer } from './pictures/picture-viewer.ts';
import { ReactionWishes } from './messages/reaction-wishes.ts';
import { ReadPositions } from './reading/read-positions.ts';
import { MessagesOnDevice } from './messages/messages-on-device.ts';
import { uploadFile } from './writing/upload-file.ts';
import { UploadProgress } from './writing/upload-progress.ts';
import { Writings } from './writing/writing.ts';
import type { ChatParts } from './chat-parts.ts';
import { texts } from './texts.ts';

/** Keeps one person's chats up to date and sends their messages. `stop` ends this and frees its resources. */
export function startChatParts(uid: string, queries: QueryClient): { parts: ChatParts; stop: () => void } {
  const openedChats = new OpenedChats(uid, new MessageCaches(new MessagesOnDevice(uid)));
  const progress = new UploadProgress();
  const localPictures = new LocalPictures();
  const parts: ChatParts = {
    uid,
    openedChats,
    reads: new ReadPositions(uid, queries),
    outbox: outboxOf(uid, {
      queries,
      openedChats,
      progress,
      localPictures,
      onChatGone: (id) => forgetIfGone(queries, parts, id),
    }),
    progress,
    chosen: new ChosenFiles(),
    localPictures,
    viewer: new PictureViewer(),
    presence: new OpenChatPresence(),
    reactions: new ReactionWishes(uid, openedChats),
    writings: new Writings(uid),
  };
  // Drafts and read positions of other people on this device must not be sent as this person's.
  clearOwnStores(uid);
  // Uploads in progress would survive a reload, but would start from the beginning.
  const stopAsking = unsavedWhile(() => parts.chosen.any() || parts.outbox.list.holdsUnkept() || parts.progress.any());
  void soon(clearOutbox(uid))
    .catch(() => undefined)
    .then(() => parts.outbox.start());
  return {
    parts,
    stop() {
      stopAsking();
      openedChats.stop();
      parts.reads.stop();
      parts.outbox.stop();
      parts.reactions.stop();
      parts.writings.stop();
      parts.localPictures.stop();
    },
  };
}

interface OutboxParts {
  readonly queries: QueryClient;
  readonly openedChats: OpenedChats;
  readonly progress: UploadProgress;
  readonly localPictures: LocalPictures;
  /** The server knows no such chat of this person. */
  readonly onChatGone: (chatId: string) => void;
}

function outboxOf(uid: string, { queries, openedChats, progress, localPictures, onChatGone }: OutboxParts): Outbox {
  return new Outbox({
    uid,
    upload: (entry, signal, wasTried) => uploadFile(entry, { signal, progress, wasTried }),
    send,
    onSent(message) {
      openedChats.heard(message);
      listMessage(queries, message, uid);
    },
    onFailed(entry, error) {
      toast.error(hasToUpload(entry) ? texts.uploadFailed : texts.sendFailed);
      if (wasRefused(error, 404)) onChatGone(entry.chatId);
    },
    onUnkept: () => toast.error(texts.cannotKeep),
    onDiscarded: (clientId) => localPictures.release(clientId),
  });
}

async function send({ chatId, text, attachmentUrl, clientId, replyTo, mentions = [] }: OutboxEntry) {
  const sent = await request(sendMessage, {
    body: { chatId, text, attachmentUrl, clientId, replyTo: replyTo?.seq, mentions: [...mentions] },
  });
  return requireMessage(sent, 'clientId', clientId);
}
