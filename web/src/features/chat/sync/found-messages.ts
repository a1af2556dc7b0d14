import type { Chat, Message } from '@koinonia/contracts/chat.ts';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { newerOf } from '../model/message-versions.ts';

/** The beginning of the keys of all searches. */
export const foundKey = ['message-search'];

export interface FoundPage {
  readonly messages: readonly Message[];
  readonly next: string | null;
}

export type Found = InfiniteData<FoundPage>;

/** A message was edited or deleted: search results must not show what is no longer there. */
export function changeFound(queries: QueryClient, told: Message) {
  changeAll(queries, (message) => {
    const now = message.id === told.id ? newerOf(message, told) : message;
    return now.deletedAt === undefined ? [now] : [];
  });
}

/** The chat is gone for this person, and so are its search results. */
export function forgetFound(queries: QueryClient, chatId: string) {
  changeAll(queries, (message) => (message.chatId === chatId ? [] : [message]));
}

function changeAll(queries: QueryClient, by: (message: Message) => Message[]) {
  const changed = (page: FoundPage) => ({ ...page, messages: page.messages.flatMap(by) });
  const change = () =>
    queries.setQueriesData<Found>(
      { queryKey: foundKey },
      (found) => found && { ...found, pages: found.pages.map(changed) },
    );
  change();
  // An answer on its way may be older.
  for (const { promise } of queries.getQueryCache().findAll({ queryKey: foundKey, fetchStatus: 'fetching' }))
    promise?.then(change, () => undefined);
}

/** The last known change of a chat. */
type ChangeHead = Pick<Chat, 'id' | 'changeSeq'>;

/** The server says how far chats have got: repeats searches with results in chats where changes were missed. */
export function findAgainWhereMissed(queries: QueryClient, known: readonly ChangeHead[], told: readonly ChangeHead[]) {
  const changes = new Map(known.map(({ id, changeSeq = 0 }) => [id, changeSeq]));
  const missed = told.filter(({ id, changeSeq = 0 }) => changeSeq > (changes.get(id) ?? 0)).map(({ id }) => id);
  if (missed.length === 0) return;
  const isIn = ({ chatId }: Message) => missed.includes(chatId);
  const isAffected = ({ state: { data, fetchStatus } }: Query) =>
    fetchStatus === 'fetching' || (data as Found | undefined)?.pages.some((page) => page.messages.some(isIn)) === true;
  void queries.invalidateQueries({ queryKey: foundKey, predicate: isAffected });
}
