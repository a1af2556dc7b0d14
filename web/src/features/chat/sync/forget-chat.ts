import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../../../lib/toast.ts';
import type { ChatParts } from '../chat-parts.ts';
import { withoutChat } from '../model/chat-list.ts';
import { removeReadState } from '../reading/read-cache.ts';
import { texts } from '../texts.ts';
import { hasCome, knownChat, knownChats, outdateChatList, updateChatList } from './chat-list-query.ts';
import { isFarewellSaid } from './farewells.ts';
import { forgetFound } from './found-messages.ts';

type Parts = Pick<ChatParts, 'openedChats' | 'reads' | 'writings' | 'chosen' | 'outbox'>;

export const attachmentsKey = (chatId: string) => ['attachments', chatId];

/** Hides the chat, and removes what can be fetched again. What was begun in it stays, in case it is not gone for good. */
export function hideChat(queries: QueryClient, { openedChats, reads }: Parts, id: string) {
  updateChatList(queries, (chats) => withoutChat(chats, id));
  outdateChatList(queries);
  forgetFound(queries, id);
  queries.removeQueries({ queryKey: attachmentsKey(id) });
  openedChats.forget(id);
  reads.gone(id);
  removeReadState(id);
}

/**
 * The chat is gone for this person: removes it from the list, and all that is kept of it on this device. Unsent messages
 * are discarded, with a note: sending them would bring the chat back, or be refused.
 */
export function forgetChat(queries: QueryClient, parts: Parts, id: string) {
  hideChat(queries, parts, id);
  parts.writings.forget(id);
  parts.chosen.clear(id);
  // Nobody needs a note about what they did themselves.
  const isToTell = !isFarewellSaid(queries, id);
  void parts.outbox.discardAll(id).then((unsent) => unsent > 0 && isToTell && toast.error(texts.sendFailed));
}

/** The chats that this page shows, and those in which something was begun on this device. */
export function chatsHere(queries: QueryClient, { writings, chosen, outbox }: Parts): ReadonlySet<string> {
  const shown = knownChats(queries).map(({ id }) => id);
  const waiting = outbox.list.entries().map(({ chatId }) => chatId);
  return new Set([...shown, ...writings.chats(), ...chosen.chats(), ...waiting]);
}

/**
 * Forgets the chats that were here before the server's list was asked for, and are not in it. Where something waits to be
 * sent, the server's answer decides: a chat that was deleted on another device comes back with it.
 */
export function forgetGone(queries: QueryClient, parts: Parts, before: ReadonlySet<string>) {
  const told = new Set(knownChats(queries).map(({ id }) => id));
  const awaited = new Set(parts.outbox.list.waiting().map(({ chatId }) => chatId));
  for (const id of before) if (!told.has(id)) (awaited.has(id) ? hideChat : forgetChat)(queries, parts, id);
}

/** The server has refused a message to this chat because it is gone. Until the list says so, too, the message stays in it. */
export function forgetIfGone(queries: QueryClient, parts: Parts, id: string) {
  if (hasCome(queries) && knownChat(queries, id) === undefined) forgetChat(queries, parts, id);
}
