// @vitest-environment jsdom
import type { Chat } from '@koinonia/contracts/chat.ts';
import { beforeEach, expect, test } from 'vitest';
import { writeStoredUser } from '../../../lib/session/stored-user.ts';
import { keepReadNow, keepUnreadFlags, keptReadState, removeReadState } from './read-cache.ts';

const chat = (id: string, unreadCount: number): Chat => ({
  id,
  isGroup: false,
  name: null,
  users: [],
  lastMessage: '',
  lastMessageAt: null,
  lastSeq: unreadCount,
  unreadCount,
  readSeq: 0,
});

const keys = () => Object.keys(sessionStorage).toSorted();

beforeEach(() => {
  sessionStorage.clear();
  writeStoredUser({ uid: 'me', email: 'me@base.example', displayName: 'Me', photoURL: '' });
});

test('each chat has when it was read last and whether it is unread, under a key of its own', () => {
  keepUnreadFlags([], [chat('kitchen', 2), chat('music', 0)]);
  expect(keys()).toEqual(['chat:read:v1:kitchen', 'chat:read:v1:music']);
  expect(keptReadState('kitchen')).toEqual({ readAt: null, unread: true });
  keepReadNow('kitchen');
  expect(keptReadState('kitchen')).toEqual({ readAt: expect.stringMatching(/^\d{4}-.*Z$/), unread: false });
});

test('a chat that becomes unread keeps when it was read last', () => {
  keepReadNow('kitchen');
  const { readAt } = keptReadState('kitchen');
  keepUnreadFlags([chat('kitchen', 0)], [chat('kitchen', 1)]);
  expect(keptReadState('kitchen')).toEqual({ readAt, unread: true });
});

test('a chat that is gone leaves nothing, and nothing is written when nobody is signed in', () => {
  keepReadNow('kitchen');
  removeReadState('kitchen');
  localStorage.clear();
  keepReadNow('music');
  expect(keys()).toEqual([]);
});

test.each(['', '{', '[]', '7', '{"readAt":7,"unread":"yes"}'])('what is no read state counts as none: %s', (text) => {
  sessionStorage.setItem('chat:read:v1:kitchen', text);
  expect(keptReadState('kitchen')).toEqual({ readAt: null, unread: false });
});
