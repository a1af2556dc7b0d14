import { z } from 'zod';
import { defineCall } from './call.ts';
import { Seq } from './chat.ts';
import { ChatSettings } from './chat-settings.ts';
import { Id, IdParams, Instant, storedText } from './common.ts';
import { AttachmentAbout } from './media.ts';

// Internal calls to chat, never forwarded from outside, and what gateway and chat agree on.

/** Sends that a chat node stores in one commit, and that a gateway has under way at one node before it turns to others. */
export const maxSendsAtOnce = 200;

/** The gateway sets this header on a call of `createChat` that may only open an existing chat. Its value does not matter. */
export const noNewChatHeader = 'x-koinonia-no-new-chat';

/**
 * Whether this person is a member of this chat now. A chat that does not exist has no members. With the address of an
 * attachment, whether they may read it: members may, unless messages name it and they can see none of those.
 */
export const checkMember = defineCall({
  method: 'POST',
  path: '/internal/chats/:id/members/check',
  params: IdParams,
  body: z.object({ uid: Id, attachmentUrl: storedText({ max: 500 }).optional() }),
  answers: { 200: z.object({ isMember: z.boolean() }) },
});

/**
 * Sets or removes the picture of a group chat in the name of one of its members. `replaced` is the previous picture,
 * which nobody needs any more; null when there was none, or when it is the same.
 */
export const setChatPicture = defineCall({
  method: 'POST',
  path: '/internal/chats/:id/picture',
  once: true,
  params: IdParams,
  body: z.object({ uid: Id, photoURL: storedText({ min: 1, max: 500 }).nullable() }),
  answers: { 200: z.object({ replaced: z.string().nullable() }) },
});

/** The pictures that these group chats have now. */
export const listChatPictures = defineCall({
  method: 'POST',
  path: '/internal/chats/pictures',
  body: z.object({ chatIds: z.array(Id).max(500) }),
  answers: { 200: z.object({ photoURLs: z.array(z.string()) }) },
});

/** Says which of these attachments messages still name. With `forget`, chat deletes its data about the others. */
export const releaseAttachments = defineCall({
  method: 'POST',
  path: '/internal/attachments/release',
  body: z.object({ urls: z.array(storedText({ max: 500 })).max(500), forget: z.boolean() }),
  answers: { 200: z.object({ named: z.array(z.string()) }) },
});

/**
 * A person's data is deleted: they leave their group chats, and their attachments and settings are deleted. The call does as
 * much as it can in a few seconds; while `done` is false, it must be called again.
 */
export const forgetPersonInChats = defineCall({
  method: 'POST',
  path: '/internal/people/:id/forget',
  params: IdParams,
  answers: { 200: z.object({ done: z.boolean() }) },
});

/** A chat of which the person is or was a member. It has its name only while they are a member. */
export const OwnChat = z.object({
  id: Id,
  isGroup: z.boolean(),
  name: z.string().nullable(),
  /** The other person of a direct chat; null in groups. */
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

/** A message that the person wrote and has not deleted, and nothing that others did. */
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
