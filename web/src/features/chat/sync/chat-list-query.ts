import { listChats, type Chat, type Message } from '@koinonia/contracts/chat.ts';
import { queryOptions, replaceEqualDeep, type QueryClient } from '@tanstack/react-query';
import { fromCache, isTold } from '../../../lib/query-client.ts';
import { arrivedAnswer, firstAnswer } from '../../../lib/api/first-answers.ts';
import { requireList } from '../../../lib/api/required.ts';
import { keptAnswer } from '../../../lib/on-device/kept-answers.ts';
import { pageCache } from '../../../lib/session/page-cache.ts';
import { messageInList, refreshedList } from '../model/chat-list.ts';
import { chatsOf } from '../model/normalise.ts';
import { keepUnreadFlags } from '../reading/read-cache.ts';
import { findAgainWhereMissed } from './found-messages.ts';

export const chatListCacheKey = 'chat:list:v1';
const queryKey = ['chats'];

function cachedChats(): Chat[] | undefined {
  const kept = pageCache.read(chatListCacheKey) ?? keptAnswer(queryKey) ?? arrivedAnswer(listChats);
  return Array.isArray(kept) ? chatsOf(kept) : undefined;
}

/**
 * An unchanged chat stays the same object, and is not rendered again, even if others have moved past it: the library itself
 * would compare only chats at the same place.
 */
function sharing(before: Chat[], after: Chat[]): Chat[] {
  const known = new Map(before.map((chat) => [chat.id, chat]));
  const chats = after.map((chat) => replaceEqualDeep(known.get(chat.id), chat));
  const isSame = before.length === chats.length && chats.every((chat, place) => chat === before[place]);
  return isSame ? before : chats;
}

/** Caches the list and its unread flags in this tab. Returns it with the known objects of unchanged chats. */
function keep(before: Chat[], told: Chat[]): Chat[] {
  const chats = sharing(before, told);
  pageCache.writeOften(chatListCacheKey, () => pageCache.write(chatListCacheKey, chats));
  keepUnreadFlags(before, chats);
  return chats;
}

export const chatListQuery = queryOptions<Chat[]>({
  queryKey,
  // `keep` does it.
  structuralSharing: false,
  initialData: cachedChats,
  initialDataUpdatedAt: fromCache,
  async queryFn({ client }) {
    const told = chatsOf(requireList(await firstAnswer(listChats)));
    const known = client.getQueryData<Chat[]>(queryKey) ?? [];
    findAgainWhereMissed(client, known, told);
    return keep(known, refreshedList(known, told));
  },
});

export const knownChats = (queries: QueryClient) => queries.getQueryData<Chat[]>(queryKey) ?? [];

export const knownChat = (queries: QueryClient, id: string) => knownChats(queries).find((chat) => chat.id === id);

/** True when the server has sent the list since the page was loaded. */
export function hasCome(queries: QueryClient): boolean {
  const state = queries.getQueryState(queryKey);
  return state !== undefined && isTold(state);
}

/** True when the server has sent the list and nothing has made it out of date since. */
export function listIsTold(queries: QueryClient): boolean {
  const state = queries.getQueryState(queryKey);
  return state !== undefined && state.error === null && !state.isInvalidated && isTold(state);
}

/** Changes the cached list; does nothing before there is one. A list from a cache still counts as such afterwards. */
export function updateChatList(queries: QueryClient, change: (chats: Chat[]) => Chat[]) {
  const changed = (chats: Chat[] | undefined) => chats && keep(chats, change(chats));
  queries.setQueryData<Chat[]>(queryKey, changed, hasCome(queries) ? {} : { updatedAt: fromCache });
}

/** Fetches the list again. By default it drops an answer that is on its way, since it may be older than the change. */
export const refreshChatList = (queries: QueryClient, { dropsAnswer = true } = {}) =>
  queries.invalidateQueries({ queryKey }, { cancelRefetch: dropsAnswer });

/** For a change that an answer on its way does not include. */
export function outdateChatList(queries: QueryClient) {
  if (queries.isFetching({ queryKey }) > 0) void refreshChatList(queries);
}

/** A message came, or was sent by `me`. If the unread count cannot be known from it, the list is fetched again. */
export function listMessage(queries: QueryClient, message: Message, me: string) {
  const known = knownChat(queries, message.chatId);
  updateChatList(queries, (chats) => messageInList(chats, message, me));
  if (known === undefined) return;
  const missedSome = message.seq > known.lastSeq + 1;
  const mayStandForNone = known.markedUnread === true && known.unreadCount === 1;
  if (missedSome || mayStandForNone) void refreshChatList(queries);
}
