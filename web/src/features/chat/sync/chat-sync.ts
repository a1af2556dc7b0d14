import type { Chat, Message } from '@koinonia/contracts/chat.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveConnection } from '../../../lib/live/live-connection.ts';
import type { ChatParts } from '../chat-parts.ts';
import { changedInList, countedInList, isOvertaken, upsertChat } from '../model/chat-list.ts';
import { isMentioned } from '../model/mentions.ts';
import { chatOf, messageOf, reactionOf } from '../model/normalise.ts';
import { startCatchingUp } from './catch-up.ts';
import {
  knownChat,
  knownChats,
  listMessage,
  outdateChatList,
  refreshChatList,
  updateChatList,
} from './chat-list-query.ts';
import { hideChat } from './forget-chat.ts';
import { changeFound, findAgainWhereMissed } from './found-messages.ts';

type Asking = Omit<ReturnType<typeof startCatchingUp>, 'stop'>;

interface ChatSyncParts extends ChatParts {
  readonly live: LiveConnection;
  readonly queries: QueryClient;
}

/** Keeps lists and messages in step with the server: by its events, and by fetching what was missed. */
export function startChatSync(parts: ChatSyncParts): () => void {
  const { live } = parts;
  const { stop, ...asking } = startCatchingUp(parts);
  const aboutMessages = messageListeners(parts, asking);
  const aboutChats = chatListeners(parts, asking);
  const ends = [
    live.on('newMessage', aboutMessages.newMessage),
    live.on('messageChanged', aboutMessages.messageChanged),
    live.on('messageReaction', aboutMessages.messageReaction),
    live.on('chatHead', aboutChats.chatHead),
    live.on('chatCreated', aboutChats.chatCreated),
    live.on('chatUpdated', aboutChats.chatUpdated),
    live.on('chatDeleted', aboutChats.chatDeleted),
  ];
  return () => {
    stop();
    for (const end of ends) end();
  };
}

function messageListeners({ queries, openedChats, uid }: ChatSyncParts, { refreshInTurn }: Asking) {
  return {
    newMessage(payload: unknown) {
      const message = messageOf(payload);
      if (message === null) return;
      if (knownChat(queries, message.chatId) === undefined) void refreshInTurn();
      listMessage(queries, message, uid);
      openedChats.heard(message);
    },
    messageChanged(payload: unknown) {
      const message = messageOf(payload);
      if (message === null) return;
      openedChats.changed(message);
      changeFound(queries, message);
      hearChange(queries, message.chatId, message.changeSeq);
      updateChatList(queries, (chats) => changedInList(chats, message));
      const known = knownChat(queries, message.chatId);
      if (known !== undefined && (mayCountAnew(known, message, uid) || isOvertaken(known, message)))
        void refreshChatList(queries);
      else outdateChatList(queries);
    },
    messageReaction(payload: unknown) {
      const told = reactionOf(payload);
      if (told === null) return;
      openedChats.reactionTold(told);
      hearChange(queries, told.chatId, told.changeSeq);
      updateChatList(queries, (chats) => countedInList(chats, told.chatId, told.changeSeq));
    },
  };
}

/** What was unread was deleted, or may mention this person or no longer do so. Only the server knows the new counts. */
const mayCountAnew = ({ readSeq, unreadCount, mentionsMe = 0 }: Chat, message: Message, me: string) =>
  message.seq > readSeq &&
  unreadCount > 0 &&
  (message.deletedAt !== undefined || mentionsMe > 0 || isMentioned(message, me));

/** If the number of a change does not follow the last one, others were missed. */
const hearChange = (queries: QueryClient, id: string, changeSeq = 0) =>
  findAgainWhereMissed(queries, knownChats(queries), [{ id, changeSeq: changeSeq - 1 }]);

function chatListeners(parts: ChatSyncParts, { refresh, refreshInTurn }: Asking) {
  const { queries, openedChats } = parts;

  function told(chat: Chat) {
    const known = knownChat(queries, chat.id);
    findAgainWhereMissed(queries, knownChats(queries), [chat]);
    updateChatList(queries, (chats) => upsertChat(chats, chat));
    if (known !== undefined && mayTurnBack(known, chat)) void refreshInTurn();
    else outdateChatList(queries);
    openedChats.heardHead(chat.id, chat.lastSeq, chat.changeSeq);
  }

  return {
    chatHead(payload: unknown) {
      const head = chatOf(payload);
      if (head === null) return;
      openedChats.heardHead(head.id, head.lastSeq, head.changeSeq);
      const known = knownChat(queries, head.id);
      const behind = (known?.lastSeq ?? 0) < head.lastSeq || (known?.changeSeq ?? 0) < (head.changeSeq ?? 0);
      if (known === undefined || behind) void refreshInTurn();
    },
    chatCreated(payload: unknown) {
      const chat = chatOf(payload);
      // It may be late, too, but to ask each time would cost a list for each member of each new chat.
      if (chat !== null) told(chat);
    },
    chatUpdated(payload: unknown) {
      const chat = chatOf(payload);
      if (chat === null) return;
      // It may be late, and this person removed meanwhile. Only the list can tell.
      if (knownChat(queries, chat.id) === undefined) void refreshInTurn();
      else told(chat);
    },
    chatDeleted(payload: unknown) {
      hideChat(queries, parts, chatOf(payload)?.id ?? '');
      // It may not be for good: the server also sends this when it cannot ask its database. The list decides.
      void refresh();
    },
  };
}

/**
 * An event with fewer messages than we know of is either late, and then its name is old too, or a message has overtaken
 * it. Only the list can tell which.
 */
const mayTurnBack = (known: Chat, told: Chat) =>
  told.lastSeq < known.lastSeq &&
  (told.name !== known.name || told.photoURL !== known.photoURL || told.users.join() !== known.users.join());
