import { z } from 'zod';
import { defineCall } from './call.ts';
import { Seq } from './chat.ts';
import { ChatSettings } from './chat-settings.ts';
import { Id, IdParams, Instant } from './common.ts';
import { AttachmentAbout } from './media.ts';

// Internal calls: for identity, which collects a person's stored data. Never forwarded from outside.

/** A chat of which the person is or was a member. It has its name only while they are a member. */
export const OwnChat = z.object({
  id: Id,
  isGroup: z.boolean(),
  name: z.string().nullable(),
  /** The other person of a direct chat; null in groups, and in a chat with oneself. */
  other: Id.nullable(),
  joinedAt: Instant,
  leftAt: Instant.nullable(),
  readSeq: Seq,
  markedUnread: z.boolean(),
  /** The number of messages that the person wrote. */
  messages: z.int().min(0),
});
export type OwnChat = z.infer<typeof OwnChat>;

/** `settings` is null for a person who never chose any. */
export const listOwnChats = defineCall({
  method: 'POST',
  path: '/internal/people/:id/chats',
  params: IdParams,
  answers: { 200: z.object({ chats: z.array(OwnChat), settings: ChatSettings.nullable() }) },
});

/** The person's own messages, and nothing that others did. A deleted message has no content. */
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
  /** Its texts before it was edited, oldest first. */
  earlier: z.array(z.object({ text: z.string(), writtenAt: Instant })),
});
export type OwnMessage = z.infer<typeof OwnMessage>;

const Limit = z.int().min(1).max(1000);

/** The messages of one chat after a position, in their order: fewer than `limit` where they are long, none only at the end. */
export const listOwnMessages = defineCall({
  method: 'POST',
  path: '/internal/people/:id/messages',
  params: IdParams,
  body: z.object({ chatId: Id, after: Seq, limit: Limit }),
  answers: { 200: z.array(OwnMessage) },
});

export const OwnReaction = z.object({ chatId: Id, messageId: Id, seq: Seq, emoji: z.string(), reactedAt: Instant });
export type OwnReaction = z.infer<typeof OwnReaction>;

/** In the order of their messages' ids; `after` is the last id of the previous page. */
export const listOwnReactions = defineCall({
  method: 'POST',
  path: '/internal/people/:id/reactions',
  params: IdParams,
  body: z.object({ after: z.object({ messageId: Id, emoji: z.string() }).nullable(), limit: Limit }),
  answers: { 200: z.array(OwnReaction) },
});

/** A file that the person sent. Only the variants of an image are kept: of an animation WebP is returned, else JPEG. */
export const OwnFile = z.object({
  id: Id,
  kind: z.enum(['avatar', 'attachment', 'group-picture']),
  name: z.string(),
  contentType: z.string(),
  /** Size in bytes of the file as it was sent. */
  size: z.int().min(0),
  isImage: z.boolean(),
  /** Nodes of an older version say nothing and return JPEG. */
  isAnimation: z.boolean().default(false),
  /** The chat that it was sent to. */
  chatId: Id.nullable(),
  sentAt: Instant,
  /** False for images that could not be read, or are still being processed: no bytes are available. */
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

/** The bytes of one file, streamed; 404 when there are none. */
export const readOwnFile = defineCall({
  method: 'GET',
  path: '/internal/people/:id/files/:fileId',
  params: z.object({ id: Id, fileId: Id }),
  answers: { 200: z.any() },
});
