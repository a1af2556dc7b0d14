import { randomUUID } from 'node:crypto';
import type { OwnChat, OwnMessage } from '@koinonia/contracts/chat-internal.ts';
import type { OwnFile } from '@koinonia/contracts/media-internal.ts';

/** What chat and media tell of somebody. */
export const chatOf = (more: Partial<OwnChat> = {}): OwnChat => ({
  id: randomUUID(),
  isGroup: true,
  name: 'Kitchen',
  other: null,
  joinedAt: '2026-11-21T08:00:00.000Z',
  leftAt: null,
  readSeq: 3,
  markedUnread: false,
  messages: 1,
  ...more,
});

export const messageOf = (chatId: string, seq: number, more: Partial<OwnMessage> = {}): OwnMessage => ({
  id: randomUUID(),
  chatId,
  seq,
  text: `Message ${seq}`,
  attachmentUrl: null,
  attachment: null,
  createdAt: '2026-11-21T08:30:00.000Z',
  editedAt: null,
  replyTo: null,
  mentions: [],
  earlier: [],
  ...more,
});

export const fileOf = (name: string, more: Partial<OwnFile> = {}): OwnFile => ({
  id: randomUUID(),
  kind: 'attachment',
  name,
  contentType: 'application/pdf',
  size: 1,
  isImage: false,
  isAnimation: false,
  chatId: null,
  sentAt: '2026-11-21T08:30:00.000Z',
  readable: true,
  ...more,
});
