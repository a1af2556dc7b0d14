import type { Message } from '@koinonia/contracts/chat.ts';

/** A message of the kitchen's chat at this position. */
export const message = (seq: number, more: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  chatId: 'kitchen',
  seq,
  senderId: 'ben',
  text: `text ${seq}`,
  attachmentUrl: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  clientId: null,
  reactions: {},
  myReactions: [],
  ...more,
});

/** The messages at these positions, both ends included. */
export const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index));
