import type { Chat, Message } from '@koinonia/contracts/chat.ts';
import { messageLine } from '@koinonia/contracts/message-line.ts';
import { isMentioned } from './mentions.ts';

type Chats = readonly Chat[];

const activity = (chat: Chat) => chat.lastMessageAt ?? '';

/**
 * Puts a chat with a newer message above the older ones. All others stay where the server has put them: only it knows
 * when a chat without a message was opened.
 */
function raised(chats: Chats, chat: Chat): Chat[] {
  const others = chats.filter((one) => one.id !== chat.id);
  const below = others.findIndex((one) => comesAfter(one, chat));
  return others.toSpliced(below === -1 ? others.length : below, 0, chat);
}

/** As the server sorts: messages sent together, such as after waiting for the network, have the same time. */
const comesAfter = (a: Chat, b: Chat) => activity(a) < activity(b) || (activity(a) === activity(b) && a.id < b.id);

const byActivity = (a: Chat, b: Chat) => activity(a).localeCompare(activity(b));

const change = (chats: Chats, id: string, by: (chat: Chat) => Chat) =>
  chats.map((chat) => (chat.id === id ? by(chat) : chat));

/** Adds or replaces a chat. A new one goes first: somebody has just opened it, or written in it. */
export function upsertChat(chats: Chats, chat: Chat): Chat[] {
  const known = chats.find((one) => one.id === chat.id);
  if (known === undefined) return [chat, ...chats];
  const newer = atLeastRead(newerOf(known, chat), known.readSeq);
  return activity(newer) > activity(known) ? raised(chats, newer) : change(chats, chat.id, () => newer);
}

export const withoutChat = (chats: Chats, id: string): Chat[] => chats.filter((chat) => chat.id !== id);

const changesOf = (chat: Chat) => chat.changeSeq ?? 0;

/** The server's answer may be older than an event that came meanwhile. */
function newerOf(known: Chat, told: Chat): Chat {
  if (told.lastSeq === known.lastSeq && changesOf(told) < changesOf(known))
    return { ...told, lastMessage: known.lastMessage, changeSeq: changesOf(known) };
  if (told.lastSeq >= known.lastSeq) return told;
  const { lastMessage, lastMessageAt, lastSeq, unreadCount, mentionsMe, markedUnread, readSeq } = known;
  const later = { ...told, lastMessage, lastMessageAt, lastSeq, unreadCount, mentionsMe, markedUnread, readSeq };
  return atLeastRead(later, told.readSeq);
}

/** The server's list, without losing live events that came while the answer was on its way. */
export function refreshedList(known: Chats, told: Chats): Chat[] {
  const before = new Map(known.map((chat) => [chat.id, chat]));
  const merged = told.map((chat) => {
    const one = before.get(chat.id);
    return one === undefined ? chat : atLeastRead(newerOf(one, chat), one.readSeq);
  });
  const newer = merged.filter((chat, index) => chat.lastMessageAt !== told[index]?.lastMessageAt);
  return newer.sort(byActivity).reduce(raised, merged);
}

/** The read position never goes back: this page's may still be on its way when the server sends an older one. */
function atLeastRead(chat: Chat, seq: number): Chat {
  if (seq <= chat.readSeq) return chat;
  return { ...chat, ...readUpTo(chat, seq), ...(chat.markedUnread === true && { unreadCount: chat.unreadCount }) };
}

/** A message came, or was sent by `me`. */
export function messageInList(chats: Chats, message: Message, me: string): Chat[] {
  const chat = chats.find((one) => one.id === message.chatId);
  if (chat === undefined || message.seq <= chat.lastSeq) return [...chats];
  // Messages about the chat itself do not count as unread.
  const counts = message.senderId !== me && message.system === undefined;
  return raised(chats, {
    ...chat,
    lastMessage: lineOf(message),
    lastMessageAt: message.createdAt,
    lastSeq: message.seq,
    unreadCount: chat.unreadCount + (counts ? 1 : 0),
    ...(isMentioned(message, me) && { mentionsMe: (chat.mentionsMe ?? 0) + 1 }),
  });
}

/** What the list shows of a message. */
export const lineOf = ({ text, deletedAt, system }: Pick<Message, 'text' | 'deletedAt' | 'system'>) =>
  messageLine({ text, deleted: deletedAt !== undefined, systemLine: system !== undefined });

/** A message was edited or deleted: the list shows it if it is the last one. */
export const changedInList = (chats: Chats, message: Message): Chat[] =>
  change(chats, message.chatId, (chat) => ({
    ...chat,
    ...(message.seq === chat.lastSeq && !isOvertaken(chat, message) && { lastMessage: lineOf(message) }),
    ...(message.changeSeq !== undefined && { changeSeq: Math.max(message.changeSeq, changesOf(chat)) }),
  }));

/** Whether a later change of the chat came before this one of its last message, and may be of the same message. */
export const isOvertaken = (chat: Chat, { seq, changeSeq }: Message) =>
  seq === chat.lastSeq && changeSeq !== undefined && changeSeq < changesOf(chat);

/** Somebody reacted: the list shows nothing of it, but stores the number of the change. */
export const countedInList = (chats: Chats, id: string, changeSeq = 0): Chat[] =>
  change(chats, id, (chat) => (changeSeq > changesOf(chat) ? { ...chat, changeSeq } : chat));

/** Marks everything up to `seq` as read. The server counts the messages after it. */
export function readInList(chats: Chats, id: string, seq: number): Chat[] {
  return change(chats, id, (chat) => ({ ...chat, ...readUpTo(chat, seq), markedUnread: undefined }));
}

function readUpTo(chat: Chat, seq: number): Pick<Chat, 'unreadCount' | 'mentionsMe' | 'readSeq'> {
  const unreadCount = seq >= chat.lastSeq ? 0 : Math.min(chat.unreadCount, chat.lastSeq - seq);
  const mentionsMe = Math.min(chat.mentionsMe ?? 0, unreadCount) || undefined;
  return { unreadCount, mentionsMe, readSeq: Math.max(chat.readSeq, Math.min(seq, chat.lastSeq)) };
}

/** Marks a chat unread: it counts at least one until it is opened again. */
export const markedInList = (chats: Chats, id: string): Chat[] =>
  change(chats, id, (chat) => ({ ...chat, markedUnread: true, unreadCount: Math.max(1, chat.unreadCount) }));

/** Undoes a mark that the server did not get, unless the chat was read or marked since. Newer messages still count. */
export const unmarkedInList = (chats: Chats, before: Chat, marked: Chat): Chat[] =>
  change(chats, before.id, (chat) => {
    if (chat.readSeq !== marked.readSeq || chat.markedUnread !== marked.markedUnread) return chat;
    const { readSeq, markedUnread } = before;
    const unreadCount = before.unreadCount + chat.unreadCount - marked.unreadCount;
    const mentionsMe = (before.mentionsMe ?? 0) + (chat.mentionsMe ?? 0) - (marked.mentionsMe ?? 0) || undefined;
    return { ...chat, readSeq, markedUnread, unreadCount, mentionsMe };
  });

/** Chats with something unread, in the order of the list. */
export const unreadChats = (chats: Chats) => chats.filter((chat) => chat.unreadCount > 0);

/** The number of unread messages in all chats except the one that is being read. */
export const unreadTotal = (chats: Chats, reading?: string) =>
  chats.reduce((sum, chat) => sum + (chat.id === reading && chat.markedUnread !== true ? 0 : chat.unreadCount), 0);
