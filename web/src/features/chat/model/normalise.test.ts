import { expect, test } from 'vitest';
import { attachmentOf, chatOf, chatsOf, messageOf, messagesOf, reactionOf } from './normalise.ts';

const whole = {
  id: 'm1',
  chatId: 'kitchen',
  seq: 3,
  senderId: 'ana',
  text: 'Bread is ready',
  attachmentUrl: '/api/media/a.png',
  createdAt: '2026-11-20T08:00:00.000Z',
  clientId: null,
  reactions: {},
  myReactions: [],
};

test.each([
  {
    _id: 'm1',
    sender: 'ana',
    message: 'Bread is ready',
    attachment: '/api/media/a.png',
    timestamp: '2026-11-20T08:00:00Z',
  },
  {
    messageId: 'm1',
    userId: 'ana',
    content: 'Bread is ready',
    fileUrl: '/api/media/a.png',
    timestamp: Date.UTC(2026, 10, 20, 8),
  },
  {
    id: 'm1',
    uid: 'ana',
    text: 'Bread is ready',
    attachmentUrl: '/api/media/a.png',
    createdAt: '2026-11-20T08:00:00.000Z',
  },
])('a message is understood by other names: %j', (alias) => {
  expect(messageOf({ chatId: 'kitchen', seq: 3, ...alias })).toEqual(whole);
});

test('what is no message is left out', () => {
  expect(messagesOf([null, 'x', { id: 'm1' }, whole])).toEqual([whole]);
  expect(messagesOf({ not: 'a list' })).toEqual([]);
});

test.each(['id', 'chatId', 'senderId', 'createdAt'])('nothing is a message without its %s', (name) => {
  expect(messageOf({ ...whole, [name]: undefined })).toBeNull();
});

test('an id may be a number elsewhere', () => {
  expect(messageOf({ ...whole, id: undefined, _id: 7 })).toEqual({ ...whole, id: '7' });
});

const reaction = {
  chatId: 'kitchen',
  messageId: 'm1',
  userId: 'ana',
  emoji: '🎉',
  reactions: { '🎉': 2 },
  added: true,
};

test('a reaction is read as it was told, without what counts nothing', () => {
  expect(reactionOf({ ...reaction, changeSeq: 4 })).toEqual({ ...reaction, changeSeq: 4 });
  const reactions = { '🎉': 2, '🙏': 0, '👍': 'many' };
  expect(reactionOf({ ...reaction, reactions, added: 'yes' })).toEqual({ ...reaction, added: false });
});

test.each(['chatId', 'messageId', 'userId', 'emoji'])('nothing is a reaction without its %s', (name) => {
  expect(reactionOf({ ...reaction, [name]: undefined })).toBeNull();
});

test('nothing is shown in the place of a picture but what came with the message', () => {
  const placeholderOf = (placeholder: unknown) => attachmentOf({ name: 'van.jpg', placeholder })?.placeholder;
  expect(placeholderOf('data:image/webp;base64,AAAA')).toBe('data:image/webp;base64,AAAA');
  for (const other of ['https://evil.example/seen.png', 'data:text/html,x', 7]) expect(placeholderOf(other)).toBeNull();
});

test('what is no chat is left out of the list', () => {
  expect(chatsOf([null, 'x', {}, { id: 'a' }]).map(({ id }) => id)).toEqual(['a']);
  expect(chatsOf('none')).toEqual([]);
});

test('a group keeps its picture, and says when it was changed or taken away', () => {
  const photoURL = '/api/media/group-pictures/a/256';
  expect(chatOf({ id: 'a', isGroup: true, photoURL })).toMatchObject({ photoURL });
  expect(messageOf({ ...whole, system: { kind: 'picture', removed: true } })?.system).toEqual({
    kind: 'picture',
    removed: true,
  });
  expect(messageOf({ ...whole, system: { kind: 'picture' } })?.system).toEqual({ kind: 'picture', removed: false });
});

test('a chat with less in it still opens', () => {
  expect(chatOf({ id: 'a', isGroup: true, users: ['x', 3] })).toEqual({
    id: 'a',
    isGroup: true,
    name: null,
    users: ['x'],
    lastMessage: '',
    lastMessageAt: null,
    lastSeq: 0,
    unreadCount: 0,
    readSeq: 0,
  });
  expect(chatOf({ id: 'a', lastSeq: 9, unreadCount: 2 })).toMatchObject({ readSeq: 7 });
});
