import type { Chat, Message } from '@koinonia/contracts/chat.ts';
import { expect, test } from 'vitest';
import {
  markedInList,
  messageInList,
  readInList,
  refreshedList,
  unmarkedInList,
  unreadTotal,
  upsertChat,
  withoutChat,
} from './chat-list.ts';

const chat = (id: string, lastSeq = 1, more: Partial<Chat> = {}): Chat => ({
  id,
  isGroup: false,
  name: null,
  users: ['me', id],
  lastMessage: `message ${lastSeq}`,
  lastMessageAt: new Date(Date.UTC(2026, 10, 20, 8, lastSeq)).toISOString(),
  lastSeq,
  unreadCount: 0,
  readSeq: 0,
  ...more,
});

const message = (chatId: string, seq: number, senderId = chatId): Message => ({
  id: `${chatId}${seq}`,
  chatId,
  seq,
  senderId,
  text: `message ${seq}`,
  attachmentUrl: null,
  createdAt: new Date(Date.UTC(2026, 10, 20, 8, seq)).toISOString(),
  clientId: null,
  reactions: {},
  myReactions: [],
});

const ids = (chats: Chat[]) => chats.map((one) => one.id);

test('a message brings its chat to the top and counts as unread', () => {
  const list = messageInList([chat('ana', 5), chat('ben', 2)], message('ben', 9), 'me');
  expect(ids(list)).toEqual(['ben', 'ana']);
  expect(list[0]).toMatchObject({ lastMessage: 'message 9', lastSeq: 9, unreadCount: 1 });
});

test('a message that mentions me is counted among those that do', () => {
  const told = { ...message('ben', 9), mentions: ['me'] };
  expect(messageInList([chat('ben', 2)], told, 'me')[0]?.mentionsMe).toBe(1);
  expect(messageInList([chat('ben', 2)], message('ben', 9), 'me')[0]?.mentionsMe).toBeUndefined();
});

test('a sentence about the chat that begins with an Arabic name says who did what, and what people write is as they wrote it', () => {
  const text = 'محمد added فاطمة';
  const system = { kind: 'added' as const, people: ['fatima'] };
  const lastMessage = (heard: Partial<Message>) =>
    messageInList([chat('ana', 5)], { ...message('ana', 6), text, ...heard }, 'me')[0]?.lastMessage;
  expect(lastMessage({ system })).toBe(`\u200e${text}`);
  expect(lastMessage({})).toBe(text);
});

test('my own message and one that is known count nothing', () => {
  const list = [chat('ana', 5)];
  expect(messageInList(list, message('ana', 6, 'me'), 'me')[0]?.unreadCount).toBe(0);
  expect(messageInList(list, message('ana', 5), 'me')).toEqual(list);
});

test('a message without text says that there is an attachment', () => {
  expect(messageInList([chat('ana')], { ...message('ana', 2), text: '' }, 'me')[0]?.lastMessage).toBe('Attachment');
});

test('reading to the end clears the count, reading halfway lowers it', () => {
  const list = [chat('ana', 9, { unreadCount: 4 })];
  expect(readInList(list, 'ana', 9)[0]?.unreadCount).toBe(0);
  expect(readInList(list, 'ana', 7)[0]?.unreadCount).toBe(2);
});

test('an answer that is older than what came live does not turn it back', () => {
  const known = [chat('ben', 9, { unreadCount: 1, mentionsMe: 1 }), chat('ana', 5)];
  expect(refreshedList(known, [chat('ana', 5), chat('ben', 2)])).toEqual(known);
});

test('an answer that is older than what was read meanwhile does not turn that back', () => {
  const unread = chat('ana', 9, { unreadCount: 4, readSeq: 5, mentionsMe: 2 });
  const read = readInList([unread], 'ana', 8);
  expect(refreshedList(read, [unread])[0]).toMatchObject({ unreadCount: 1, readSeq: 8, mentionsMe: 1 });
  expect(refreshedList(read, [chat('ana', 10, { unreadCount: 5, readSeq: 5 })])[0]?.unreadCount).toBe(2);
  const marked = { ...unread, unreadCount: 1, markedUnread: true as const };
  expect(refreshedList(read, [marked])[0]).toMatchObject({ unreadCount: 1, markedUnread: true, readSeq: 8 });
});

test('an event that is older than what was read meanwhile does not turn that back', () => {
  const unread = chat('ana', 9, { unreadCount: 4, readSeq: 5, mentionsMe: 2 });
  const read = readInList([unread], 'ana', 8);
  expect(upsertChat(read, { ...unread, unreadCount: 3, readSeq: 6 })[0]).toMatchObject({ unreadCount: 1, readSeq: 8 });
  const before = { ...unread, unreadCount: 5, readSeq: 6, lastSeq: 10 };
  expect(upsertChat(read, before)[0]).toMatchObject({ unreadCount: 2, readSeq: 8, lastSeq: 10 });
});

test('what was read on another device counts no more, though a message has come meanwhile', () => {
  const unread = chat('ana', 20, { unreadCount: 10, readSeq: 10, mentionsMe: 2 });
  const known = messageInList([unread], message('ana', 21), 'me');
  const told = { ...unread, unreadCount: 0, readSeq: 20, mentionsMe: undefined };
  for (const after of [upsertChat(known, told), refreshedList(known, [told])])
    expect(after[0]).toMatchObject({ lastSeq: 21, unreadCount: 1, readSeq: 20, mentionsMe: 1 });
});

test('a mark of another device shows, wherever this one has read to', () => {
  const read = chat('ana', 9, { readSeq: 9 });
  const marked = { ...read, unreadCount: 1, markedUnread: true as const };
  expect(upsertChat([read], marked)).toEqual([marked]);
  const readLess = { ...marked, readSeq: 6, unreadCount: 3 };
  expect(upsertChat([read], readLess)[0]).toMatchObject({ markedUnread: true, readSeq: 9, unreadCount: 3 });
});

test('what the server has no more goes', () => {
  expect(ids(refreshedList([chat('ana'), chat('ben')], [chat('ben')]))).toEqual(['ben']);
});

test('a chat that has just begun stands first, and leaves again', () => {
  const list = upsertChat([chat('ana', 5)], chat('new', 0, { lastMessageAt: null }));
  expect(ids(list)).toEqual(['new', 'ana']);
  expect(ids(withoutChat(list, 'new'))).toEqual(['ana']);
});

test('a chat without a message keeps its place when others are read, and is passed by what is newer', () => {
  const quiet = chat('quiet', 0, { lastMessageAt: null });
  const told = [chat('ana', 5, { unreadCount: 2, readSeq: 3 }), quiet, chat('ben', 2), chat('eva', 1)];
  const read = readInList(told, 'ana', 5);
  expect(ids(refreshedList(read, told))).toEqual(['ana', 'quiet', 'ben', 'eva']);
  expect(ids(upsertChat(told, chat('ben', 2, { name: 'Ben' })))).toEqual(['ana', 'quiet', 'ben', 'eva']);
  expect(ids(messageInList(told, message('eva', 9), 'me'))).toEqual(['eva', 'ana', 'quiet', 'ben']);
  const live = messageInList(messageInList(told, message('eva', 9), 'me'), message('ben', 10), 'me');
  expect(ids(refreshedList(live, told))).toEqual(['ben', 'eva', 'ana', 'quiet']);
});

test('chats whose last messages came at the same moment are in the server’s order, whichever is heard first', () => {
  const told = [chat('eva', 3), chat('ben', 2), chat('ana', 1)];
  const together = ['ana', 'eva'].map((id) => message(id, 9));
  for (const heard of [together, together.toReversed()])
    expect(ids(heard.reduce((chats, one) => messageInList(chats, one, 'me'), told))).toEqual(['eva', 'ana', 'ben']);
});

test('a chat that is marked unread counts one at least, until it is read', () => {
  const [marked] = markedInList([chat('ana', 5)], 'ana');
  expect(marked).toMatchObject({ unreadCount: 1, markedUnread: true });
  expect(markedInList([chat('ana', 5, { unreadCount: 3 })], 'ana')[0]?.unreadCount).toBe(3);
  expect(readInList(marked ? [marked] : [], 'ana', 5)[0]).toEqual(chat('ana', 5, { readSeq: 5 }));
});

test('what the chat says of itself has to be read by nobody', () => {
  const line = { ...message('ana', 6), system: { kind: 'left' as const } };
  expect(messageInList([chat('ana', 5)], line, 'me')[0]?.unreadCount).toBe(0);
});

test('a mark that is newer than an answer on its way stays', () => {
  const known = [chat('ana', 6, { unreadCount: 1, markedUnread: true })];
  expect(refreshedList(known, [chat('ana', 5)])[0]).toMatchObject({ unreadCount: 1, markedUnread: true });
});

test('what waits is counted over all chats, without what comes before one’s eyes, but with what was marked', () => {
  const chats = [chat('ana', 5, { unreadCount: 3 }), chat('ben', 2, { unreadCount: 2 }), chat('eva', 1)];
  expect(unreadTotal(chats)).toBe(5);
  expect(unreadTotal(chats, 'ana')).toBe(2);
  expect(unreadTotal(markedInList(chats, 'ana'), 'ana')).toBe(5);
});

test('a mark that the server did not get is taken back, and newer messages still count', () => {
  const before = chat('ana', 5, { readSeq: 2, unreadCount: 3, mentionsMe: 1 });
  const [marked = before] = readInList([before], 'ana', 5);
  expect(unmarkedInList([marked], before, marked)).toEqual([before]);
  const later = messageInList([marked], message('ana', 6), 'me');
  const [unmarked = marked] = unmarkedInList(later, before, marked);
  expect(unmarked).toMatchObject({ lastSeq: 6, readSeq: 2, unreadCount: 4, mentionsMe: 1 });
  expect(refreshedList([unmarked], [{ ...unmarked }])[0]?.unreadCount).toBe(4);
});

test('a mark that the server did not get is not taken back from a chat that was read or marked since', () => {
  const before = chat('ana', 5, { readSeq: 2, unreadCount: 3 });
  const [marked = before] = readInList([before], 'ana', 5);
  const readOn = readInList(messageInList([marked], message('ana', 6), 'me'), 'ana', 6);
  expect(unmarkedInList(readOn, before, marked)).toEqual(readOn);
  const unread = markedInList([marked], 'ana');
  expect(unmarkedInList(unread, before, marked)).toEqual(unread);
});
