import { z } from 'zod';
import { defineCall } from './call.ts';
import { ChatSettings, Seq } from './chat.ts';
import { Id, IdParams, Instant } from './common.ts';
import { AttachmentAbout } from './media.ts';

// Internal calls: for identity, which puts together what is stored of somebody. Never passed on from outside.

/** A chat that somebody belongs or belonged to. Its name only while they belong to it. */
export const OwnChat = z.object({
  id: Id,
  isGroup: z.boolean(),
  name: z.string().nullable(),
  /** The other person of a direct chat; null in groups, and of a chat with oneself. */
  other: Id.nullable(),
  joinedAt: Instant,
  leftAt: Instant.nullable(),
  readSeq: Seq,
  markedUnread: z.boolean(),
  /** How many messages of theirs there are. */
  messages: z.int().min(0),
});
export type OwnChat = z.infer<typeof OwnChat>;

/** `settings` is null for who never chose. */
export const listOwnChats = defineCall({
  method: 'POST',
  path: '/internal/people/:id/chats',
  params: IdParams,
  answers: { 200: z.object({ chats: z.array(OwnChat), settings: ChatSettings.nullable() }) },
});

/** What somebody wrote, and nothing of what others did. Of a deleted message nothing is left. */
export const OwnMessage = z.object({
  id: Id,
  chatId: Id,
  seq: Seq,
  text: z.string(),
  attachmentUrl: z.string().nullable(),
  attachment: AttachmentAbout.nullable(),
  createdAt: Instant,
  editedAt: Instant.nullable(),
  /** The position of the message that it replies to. */
  replyTo: Seq.nullable(),
  mentions: z.array(z.string()),
  /** What it said before it was edited, oldest first. */
  earlier: z.array(z.object({ text: z.string(), writtenAt: Instant })),
});
export type OwnMessage = z.infer<typeof OwnMessage>;

const Limit = z.int().min(1).max(1000);

/** Those of one chat after a position, in their order. */
export const listOwnMessages = defineCall({
  method: 'POST',
  path: '/internal/people/:id/messages',
  params: IdParams,
  body: z.object({ chatId: Id, after: Seq, limit: Limit }),
  answers: { 200: z.array(OwnMessage) },
});

export const OwnReaction = z.object({ chatId: Id, messageId: Id, seq: Seq, emoji: z.string(), reactedAt: Instant });
export type OwnReaction = z.infer<typeof OwnReaction>;

/** In the order of their messages' ids; `after` is the last of the page before. */
export const listOwnReactions = defineCall({
  method: 'POST',
  path: '/internal/people/:id/reactions',
  params: IdParams,
  body: z.object({ after: z.object({ messageId: Id, emoji: z.string() }).nullable(), limit: Limit }),
  answers: { 200: z.array(OwnReaction) },
});

/** A file that somebody sent. Of images only what was made of them is kept, and given out as JPEG. */
export const OwnFile = z.object({
  id: Id,
  kind: z.enum(['avatar', 'attachment', 'group-picture']),
  name: z.string(),
  contentType: z.string(),
  /** Bytes, as it was sent. */
  size: z.int().min(0),
  isImage: z.boolean(),
  /** The chat that it was sent to. */
  chatId: Id.nullable(),
  sentAt: Instant,
  /** False for images that could not be read, or are still being worked on: there is nothing to give out. */
  readable: z.boolean(),
});
export type OwnFile = z.infer<typeof OwnFile>;

/** In the order of their ids. */
export const listOwnFiles = defineCall({
  method: 'POST',
  path: '/internal/people/:id/files',
  params: IdParams,
  body: z.object({ after: Id.nullable(), limit: Limit }),
  answers: { 200: z.array(OwnFile) },
});

/** The bytes of one of them, streamed; 404 when there are none. */
export const readOwnFile = defineCall({
  method: 'GET',
  path: '/internal/people/:id/files/:fileId',
  params: z.object({ id: Id, fileId: Id }),
  answers: { 200: z.any() },
});
