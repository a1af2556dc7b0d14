import { attachmentIndicator, type Chat, deletedIndicator, type Message } from '@koinonia/contracts/chat.ts';
import { isMentioned } from './mentions.ts';

type Chats = readonly Chat[];

const activity = (chat: Chat) => chat.lastMessageAt ?? '';

/** Newest activity first; equals keep the server's order. */
const ordered = (chats: Chats) => [...chats].sort((a, b) => activity(b).localeCompare(activity(a)));

const change = (chats: Chats, id: string, by: (chat: Chat) => Chat) =>
  chats.map((chat) => (chat.id === id ? by(chat) : chat));

/** A chat that began or changed. A new one without a message stands first: somebody has just opened it. */
export function upsertChat(chats: Chats, chat: Chat): Chat[] {
  if (!chats.some((one) => one.id === chat.id)) return [chat, ...chats];
  return ordered(change(chats, chat.id, (known) => newerOf(known, chat)));
}

export const withoutChat = (chats: Chats, id: string): Chat[] => chats.filter((chat) => chat.id !== id);

const changesOf = (chat: Chat) => chat.changeSeq ?? 0;

/** What the server told may be older than what came live in the meantime. */
function newerOf(known: Chat, told: Chat): Chat {
  if (told.lastSeq === known.lastSeq && changesOf(told) < changesOf(known))
    return { ...told, lastMessage: known.lastMessage, changeSeq: changesOf(known) };
  if (told.lastSeq >= known.lastSeq) return told;
  const { lastMessage, lastMessageAt, lastSeq, unreadCount, mentionsMe, markedUnread } = known;
  return { ...told, lastMessage, lastMessageAt, lastSeq, unreadCount, mentionsMe, markedUnread };
}

/** The list as the server has it, without losing what came live while the answer was on its way. */
export function refreshedList(known: Chats, told: Chats): Chat[] {
  const before = new Map(known.map((chat) => [chat.id, chat]));
  const merged = told.map((chat) => {
    const one = before.get(chat.id);
    return one === undefined ? chat : atLeastRead(newerOf(one, chat), one.readSeq);
  });
  return merged.some((chat, index) => chat !== told[index]) ? ordered(merged) : merged;
}

/** Reading never goes back: what this page says of it may be on its way to the server while the server tells the list. */
function atLeastRead(chat: Chat, seq = 0): Chat {
  if (seq <= (chat.readSeq ?? 0)) return chat;
  return { ...chat, ...readUpTo(chat, seq), ...(chat.markedUnread === true && { unreadCount: chat.unreadCount }) };
}

/** A message came, or was sent by `me`. */
export function messageInList(chats: Chats, message: Message, me: string): Chat[] {
  const chat = chats.find((one) => one.id === message.chatId);
  if (chat === undefined || message.seq <= chat.lastSeq) return [...chats];
  // Nobody has to read what the chat says of itself.
  const counts = message.senderId !== me && message.system === undefined;
  return ordered(
    change(chats, message.chatId, (known) => ({
      ...known,
      lastMessage: lineOf(message),
      lastMessageAt: message.createdAt,
      lastSeq: message.seq,
      unreadCount: known.unreadCount + (counts ? 1 : 0),
      ...(isMentioned(message, me) && { mentionsMe: (known.mentionsMe ?? 0) + 1 }),
    })),
  );
}

const lineOf = ({ text, deletedAt }: Message) =>
  deletedAt !== undefined ? deletedIndicator : text.trim() === '' ? attachmentIndicator : text;

/** A message was edited or deleted: the list shows it if it is the last one. */
export const changedInList = (chats: Chats, message: Message): Chat[] =>
  change(chats, message.chatId, (chat) => ({
    ...chat,
    ...(message.seq === chat.lastSeq && { lastMessage: lineOf(message) }),
    ...(message.changeSeq !== undefined && { changeSeq: Math.max(message.changeSeq, changesOf(chat)) }),
  }));

/** Somebody reacted: the list has nothing to show of it, and knows how far the chat has got. */
export const countedInList = (chats: Chats, id: string, changeSeq = 0): Chat[] =>
  change(chats, id, (chat) => (changeSeq > changesOf(chat) ? { ...chat, changeSeq } : chat));

/** Everything up to `seq` has been read. What came after it is counted by the server. */
export function readInList(chats: Chats, id: string, seq: number): Chat[] {
  return change(chats, id, (chat) => ({ ...chat, ...readUpTo(chat, seq), markedUnread: undefined }));
}

function readUpTo(chat: Chat, seq: number): Pick<Chat, 'unreadCount' | 'mentionsMe' | 'readSeq'> {
  const unreadCount = seq >= chat.lastSeq ? 0 : Math.min(chat.unreadCount, chat.lastSeq - seq);
  const mentionsMe = Math.min(chat.mentionsMe ?? 0, unreadCount) || undefined;
  return { unreadCount, mentionsMe, readSeq: Math.max(chat.readSeq ?? 0, Math.min(seq, chat.lastSeq)) };
}

/** Marked unread: it counts as one at least, until it is opened again. */
export const markedInList = (chats: Chats, id: string): Chat[] =>
  change(chats, id, (chat) => ({ ...chat, markedUnread: true, unreadCount: Math.max(1, chat.unreadCount) }));

/** Chats with something unread, in the order of the list. */
export const unreadChats = (chats: Chats) => chats.filter((chat) => chat.unreadCount > 0);

/** How much waits to be read, in all chats but the one that somebody is reading. */
export const unreadTotal = (chats: Chats, reading?: string) =>
  chats.reduce((sum, chat) => sum + (chat.id === reading && chat.markedUnread !== true ? 0 : chat.unreadCount), 0);
