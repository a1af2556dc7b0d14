import { z } from 'zod';
import { defineCall } from './call.ts';
import { ClientId, Id, IdParams, Instant, maxNameLength, storedText, writtenNumber } from './common.ts';
import { AttachmentAbout } from './media.ts';

/** Counted in characters (code points). */
export const maxTextLength = 10_000;
export const maxChatMembers = 1_000;
export const defaultPageSize = 50;
export const maxPageSize = 200;

/** The text in `lastMessage` for a message without text. */
export const attachmentIndicator = 'Attachment';

/** The text in `lastMessage` for a deleted message. */
export const deletedIndicator = 'This message was deleted';

/** In `mentions`: everyone in the chat. */
export const mentionsEveryone = 'everyone';
export const maxMentions = 100;

const maxExcerptLength = 200;

/** How much of the original a reply includes. Counted in characters (code points). */
export const excerptOf = (text: string): string => [...text].slice(0, maxExcerptLength).join('');

/** How often a message can be edited. */
export const maxEdits = 100;

/** A position in a chat: 1, 2, 3… without gaps, in the order that everyone sees; 0 is before the first message. */
export const Seq = z.int().min(0);

/**
 * Edits, deletions and reactions of a chat are counted 1, 2, 3… separately from its messages. A chat has the number of its
 * last change, a message that of its own last one; absent before the first. Of two versions of a message, the one with the
 * higher number is newer, whatever its source; a client that has seen the changes up to N asks by `?changedAfter=N`.
 */
const ChangeSeq = z.int().min(1).optional();

/** A chat as one of its members sees it. Direct chats have no name; `users` includes the calling member. */
export const Chat = z.object({
  id: Id,
  isGroup: z.boolean(),
  name: z.string().nullable(),
  /** The picture of a group, on our own origin; absent when there is none. */
  photoURL: z.string().optional(),
  users: z.array(Id),
  lastMessage: z.string(),
  lastMessageAt: Instant.nullable(),
  lastSeq: Seq,
  unreadCount: z.int().min(0),
  /** The member has marked it unread: it counts as at least one unread message until they read it; absent otherwise. */
  markedUnread: z.literal(true).optional(),
  /** The calling member has read up to here, or cannot see earlier messages; unread messages come after it. */
  readSeq: Seq,
  /** How many unread messages mention the calling member; absent when none does. */
  mentionsMe: z.int().min(1).optional(),
  changeSeq: ChangeSeq,
});
export type Chat = z.infer<typeof Chat>;

/** The number of each emoji's reactions to a message. */
export const Reactions = z.record(z.string(), z.int().min(1));
export type Reactions = z.infer<typeof Reactions>;

/** The message that another one replies to. Absent when the reader cannot see the original, because they joined later, say. */
export const RepliedTo = z.object({
  id: Id,
  seq: Seq,
  senderId: Id,
  /** The beginning of the original; empty when it is deleted, or has only an attachment. */
  text: z.string(),
  deleted: z.boolean(),
});
export type RepliedTo = z.infer<typeof RepliedTo>;

/**
 * An event of a group chat, caused by the message's sender. `text` says the same in English with the names of that moment, for
 * lists of chats and for old clients (`system-lines.ts`).
 */
export const SystemLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('added'), people: z.array(Id) }),
  z.object({ kind: z.literal('removed'), people: z.array(Id) }),
  z.object({ kind: z.literal('left') }),
  /** Null: the name was removed. */
  z.object({ kind: z.literal('renamed'), name: z.string().nullable() }),
  /** The picture was changed or removed. */
  z.object({ kind: z.literal('picture'), removed: z.boolean() }),
]);
export type SystemLine = z.infer<typeof SystemLine>;

/** A message as everyone in the chat gets it. `clientId` is the sender's own id for it, made when Enter was pressed. */
export const BroadcastMessage = z.object({
  id: Id,
  chatId: Id,
  seq: Seq,
  senderId: Id,
  text: z.string(),
  attachmentUrl: z.string().nullable(),
  /** The attachment's data; present together with `attachmentUrl`. */
  attachment: AttachmentAbout.optional(),
  createdAt: Instant,
  clientId: z.string().nullable(),
  reactions: Reactions,
  // The following fields are absent where they do not apply, so that a plain message stays small.
  replyTo: RepliedTo.optional(),
  /** People of the chat, or `mentionsEveryone`. */
  mentions: z.array(z.string()).optional(),
  editedAt: Instant.optional(),
  /** The message is deleted, only its place is kept: text, attachment, reactions, mentions and history are gone. */
  deletedAt: Instant.optional(),
  system: SystemLine.optional(),
  changeSeq: ChangeSeq,
});
export type BroadcastMessage = z.infer<typeof BroadcastMessage>;

/** A message as one person sees it. */
export const Message = BroadcastMessage.extend({ myReactions: z.array(z.string()) });
export type Message = z.infer<typeof Message>;

/** The caller's chats. A caller who names the answer's `ETag` in `If-None-Match` gets 304 while it is the same. */
export const listChats = defineCall({ method: 'GET', path: '/api/chat', answers: { 200: z.array(Chat) } });

export const createChat = defineCall({
  method: 'POST',
  path: '/api/chat/create',
  body: z.object({
    users: z.array(Id).max(maxChatMembers),
    isGroup: z.boolean(),
    name: storedText({ max: maxNameLength }).optional(),
  }),
  answers: { 200: Chat, 201: Chat },
});

export const listMessages = defineCall({
  method: 'GET',
  path: '/api/chat/:id/messages',
  params: IdParams,
  query: z.object({
    limit: writtenNumber({ min: 1, max: maxPageSize }).default(defaultPageSize),
    before: writtenNumber().optional(),
    after: writtenNumber().optional(),
    /** The messages around this position, for jumping there; the position itself belongs to the older half. */
    around: writtenNumber().optional(),
    /** Messages that changed after this change, in the order of the changes and not of the positions. */
    changedAfter: writtenNumber().optional(),
  }),
  answers: { 200: z.array(Message) },
});

const MessageParams = IdParams.extend({ messageId: z.string() });

/** By its sender. The same text again has no effect, so a retry is safe; 409 when it is deleted. */
export const editMessage = defineCall({
  method: 'PATCH',
  path: '/api/chat/:id/messages/:messageId',
  params: MessageParams,
  body: z.object({
    text: storedText({ max: maxTextLength }),
    mentions: z.array(Id).max(maxMentions).optional(),
  }),
  answers: { 200: Message },
});

/** By its sender. The message becomes a tombstone that keeps its `seq`; deleting it again has no effect. */
export const deleteMessage = defineCall({
  method: 'DELETE',
  path: '/api/chat/:id/messages/:messageId',
  params: MessageParams,
  answers: { 200: Message },
});

/** All versions of a message, oldest first, including the current one. None for a deleted message. */
export const listVersions = defineCall({
  method: 'GET',
  path: '/api/chat/:id/messages/:messageId/versions',
  params: MessageParams,
  answers: { 200: z.array(z.object({ text: z.string(), writtenAt: Instant })) },
});

export const sendMessage = defineCall({
  method: 'POST',
  path: '/api/chat/send',
  body: z.object({
    chatId: Id,
    text: storedText({ max: maxTextLength }).default(''),
    /** One is a rule, not a limit: tables, services, pages and the outbox support no more. */
    attachmentUrl: storedText({ max: 500 }).nullish(),
    clientId: ClientId.nullish(),
    /** The `seq` of the message that this one replies to. */
    replyTo: Seq.nullish(),
    /** People who are not in the chat are left out. */
    mentions: z.array(Id).max(maxMentions).nullish(),
  }),
  answers: { 200: Message, 201: Message },
});

/** The messages of a chat that have an attachment, newest first: the last ones, or the last ones before a position. */
export const listAttachments = defineCall({
  method: 'GET',
  path: '/api/chat/:id/attachments',
  params: IdParams,
  query: z.object({
    limit: writtenNumber({ min: 1, max: maxPageSize }).default(defaultPageSize),
    before: writtenNumber().optional(),
  }),
  answers: { 200: z.array(Message) },
});

/** Toggles; with `on` it sets instead, so that a retry is safe. */
export const react = defineCall({
  method: 'POST',
  path: '/api/chat/react',
  body: z.object({ chatId: Id, messageId: Id, emoji: storedText({ min: 1, max: 64 }), on: z.boolean().optional() }),
  answers: {
    200: z.object({
      ok: z.literal(true),
      reactions: Reactions,
      myReactions: z.array(z.string()),
      /** The number of the message's last change, these reactions included. */
      changeSeq: ChangeSeq,
    }),
  },
});

/** Moves the caller's read position forward (never back, never past the last message), marks the chat unread, or both. */
export const markRead = defineCall({
  method: 'POST',
  path: '/api/chat/:id/read',
  params: IdParams,
  body: z.union([
    z.object({
      seq: Seq,
      unread: z.boolean().optional(),
      /** For a position that is reported late: a mark stays, since it may have been set after the messages were read. */
      keepsMark: z.boolean().optional(),
    }),
    z.object({ seq: z.undefined().optional(), unread: z.literal(true) }),
  ]),
  answers: { 204: z.void() },
});

/** Hides the chat and its history from the caller alone. */
export const deleteChat = defineCall({
  method: 'DELETE',
  path: '/api/chat/:id',
  params: IdParams,
  answers: { 204: z.void() },
});

/** Group chats only. Removing oneself is leaving. */
export const changeChat = defineCall({
  method: 'PATCH',
  path: '/api/chat/:id',
  params: IdParams,
  body: z.object({
    name: storedText({ max: maxNameLength }).optional(),
    add: z.array(Id).max(maxChatMembers).optional(),
    remove: z.array(Id).max(maxChatMembers).optional(),
  }),
  answers: { 200: Chat },
});
