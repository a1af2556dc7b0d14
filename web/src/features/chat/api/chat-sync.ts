import type { QueryClient } from '@tanstack/react-query';
import type { LiveConnection } from '../../../lib/live/live-connection.ts';
import { changedInList, countedInList, messageInList, upsertChat, withoutChat } from '../model/chat-list.ts';
import { chatOf, messageOf, reactionOf } from '../model/normalise.ts';
import {
  chatListQuery,
  knownChats,
  listIsTold,
  outdateChatList,
  refreshChatList,
  updateChatList,
} from './chat-list-query.ts';
import type { MessageLogs } from './message-logs.ts';
import { removeReadState } from './read-cache.ts';
import type { ReadPositions } from './read-positions.ts';

export interface ChatSyncParts {
  readonly live: LiveConnection;
  readonly queries: QueryClient;
  readonly logs: MessageLogs;
  readonly reads: ReadPositions;
  readonly uid: string;
}

const pollPause = 4_000;

/**
 * Keeps lists and messages in step with the server: joins first, then asks for what is missing, so that nothing falls
 * between the two; and asks every few seconds while there is no connection.
 */
export function startChatSync({ live, queries, logs, reads, uid }: ChatSyncParts): () => void {
  let poll: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const idOf = (payload: unknown) => chatOf(payload)?.id ?? '';

  async function refresh() {
    await refreshChatList(queries);
    for (const chat of knownChats(queries)) logs.heardHead(chat.id, chat.lastSeq, chat.changeSeq);
    if (listIsTold(queries)) await logs.healKept(knownChats(queries));
  }

  async function joinAndRefresh() {
    if (queries.getQueryData(chatListQuery.queryKey) === undefined) await queries.prefetchQuery(chatListQuery);
    const joined = new Set(knownChats(queries).map((chat) => chat.id));
    try {
      await live.join([...joined]);
      await refresh();
      // A chat that began between the two: the server joins it for us, and if that was lost, we do.
      const late = knownChats(queries).filter((chat) => !joined.has(chat.id));
      if (late.length > 0) await live.join(late.map((chat) => chat.id));
    } catch {
      if (!stopped) live.reconnect();
    }
  }

  function askNowAndThen() {
    clearTimeout(poll);
    if (!live.snapshot().trouble) return;
    poll = setTimeout(() => void refresh().finally(askNowAndThen), pollPause * (0.75 + Math.random() / 2));
  }

  function newMessage(payload: unknown) {
    const message = messageOf(payload);
    if (message === null) return;
    if (!knownChats(queries).some((chat) => chat.id === message.chatId)) void refresh();
    updateChatList(queries, (chats) => messageInList(chats, message, uid));
    logs.heard(message);
  }

  function messageChanged(payload: unknown) {
    const message = messageOf(payload);
    if (message === null) return;
    logs.changed(message);
    updateChatList(queries, (chats) => changedInList(chats, message));
    // Nobody has to read what is deleted; how many are left to read is counted by the server.
    const unread = knownChats(queries).find((chat) => chat.id === message.chatId)?.unreadCount ?? 0;
    if (message.deletedAt !== undefined && unread > 0) void refreshChatList(queries);
    else outdateChatList(queries);
  }

  function messageReaction(payload: unknown) {
    const told = reactionOf(payload);
    if (told === null) return;
    logs.reactionTold(told);
    updateChatList(queries, (chats) => countedInList(chats, told.chatId, told.changeSeq));
  }

  function chatHead(payload: unknown) {
    const head = chatOf(payload);
    if (head === null) return;
    logs.heardHead(head.id, head.lastSeq, head.changeSeq);
    const known = knownChats(queries).find((chat) => chat.id === head.id);
    const behind = (known?.lastSeq ?? 0) < head.lastSeq || (known?.changeSeq ?? 0) < (head.changeSeq ?? 0);
    if (known === undefined || behind) void refresh();
  }

  function chatChanged(payload: unknown) {
    const chat = chatOf(payload);
    if (chat === null) return;
    updateChatList(queries, (chats) => upsertChat(chats, chat));
    outdateChatList(queries);
    logs.heardHead(chat.id, chat.lastSeq, chat.changeSeq);
  }

  function chatDeleted(payload: unknown) {
    updateChatList(queries, (chats) => withoutChat(chats, idOf(payload)));
    outdateChatList(queries);
    logs.forget(idOf(payload));
    reads.gone(idOf(payload));
    removeReadState(idOf(payload));
  }

  const cameBack = () => {
    if (document.visibilityState === 'visible' && live.snapshot().connected) void joinAndRefresh();
  };

  const ends = [
    live.on('connect', () => void joinAndRefresh()),
    live.on('resync', () => void joinAndRefresh()),
    live.on('newMessage', newMessage),
    live.on('messageChanged', messageChanged),
    live.on('messageReaction', messageReaction),
    live.on('chatHead', chatHead),
    live.on('chatCreated', chatChanged),
    live.on('chatUpdated', chatChanged),
    live.on('chatDeleted', chatDeleted),
    live.subscribe(askNowAndThen),
  ];
  document.addEventListener('visibilitychange', cameBack);
  addEventListener('online', refresh);

  return () => {
    stopped = true;
    clearTimeout(poll);
    document.removeEventListener('visibilitychange', cameBack);
    removeEventListener('online', refresh);
    for (const end of ends) end();
  };
}
