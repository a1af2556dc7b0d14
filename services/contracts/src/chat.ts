import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, IdParams, Instant, storedText } from './common.ts';
import { AttachmentAbout } from './media.ts';

/** Counted in characters (code points). */
export const maxTextLength = 10_000;
export const maxChatMembers = 1_000;
export const defaultPageSize = 50;
export const maxPageSize = 200;

/** What `lastMessage` says of a message that has no text. */
export const attachmentIndicator = 'Attachment';

/** What `lastMessage` says of a message that its sender has deleted. */
export const deletedIndicator = 'This message was deleted';

/** Stands in `mentions` for all who are in the chat. */
export const mentionsEveryone = 'everyone';
export const maxMentions = 100;

/** How much of the original a reply carries along, in characters. */
export const maxExcerptLength = 200;

/** How often a message can be edited. */
export const maxEdits = 100;

/** A position in a chat: 1, 2, 3… without gaps, in the order that everyone sees; 0 is before the first message. */
export const Seq = z.int().min(0);

/**
 * Edits, deletions and reactions of a chat are counted 1, 2, 3… apart from its messages. A chat has the number of its
 * last change, a message that of its own last one; absent before the first. Of two versions of a message, the one with the
 * higher number is newer, wherever they came from; whoever has seen the changes up to N asks by `?changedAfter=N`.
 */
const ChangeSeq = z.int().min(1).optional();

/** A chat as one of its members sees it. Direct chats have no name; `users` holds the member who asks, too. */
export const Chat = z.object({
  id: Id,
  isGroup: z.boolean(),
  name: z.string().nullable(),
  /** The picture of a group, on our own origin; absent when it has none. */
  photoURL: z.string().optional(),
  users: z.array(Id),
  lastMessage: z.string(),
  lastMessageAt: Instant.nullable(),
  lastSeq: Seq,
  unreadCount: z.int().min(0),
  /** The member has marked it unread, which counts as one at least, until they read it; absent otherwise. */
  markedUnread: z.literal(true).optional(),
  /** Up to here the member who asks has read, or sees nothing; what is unread lies after it. */
  readSeq: Seq.optional(),
  /** How many of the unread messages mention the member who asks; absent when none does. */
  mentionsMe: z.int().min(1).optional(),
  changeSeq: ChangeSeq,
});
export type Chat = z.infer<typeof Chat>;

/** How often each emoji stands at a message. */
export const Reactions = z.record(z.string(), z.int().min(1));
export type Reactions = z.infer<typeof Reactions>;

/** The message that another one replies to. Absent for whom the original is not there: they came later, say. */
export const RepliedTo = z.object({
  id: Id,
  seq: Seq,
  senderId: Id,
  /** The beginning of the original; empty when it is deleted, or has nothing but an attachment. */
  text: z.string(),
  deleted: z.boolean(),
});
export type RepliedTo = z.infer<typeof RepliedTo>;

/** What happened to a group chat, done by the message's sender. Its `text` says the same in English, for old clients. */
export const SystemLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('added'), people: z.array(Id) }),
  z.object({ kind: z.literal('removed'), people: z.array(Id) }),
  z.object({ kind: z.literal('left') }),
  /** Null: the name was taken away. */
  z.object({ kind: z.literal('renamed'), name: z.string().nullable() }),
  /** The picture is another one, or was taken away. */
  z.object({ kind: z.literal('picture'), removed: z.boolean() }),
]);
export type SystemLine = z.infer<typeof SystemLine>;

/** A message as it is told to everyone in the chat. `clientId` is the sender's own mark, made when Enter was pressed. */
export const BroadcastMessage = z.object({
  id: Id,
  chatId: Id,
  seq: Seq,
  senderId: Id,
  text: z.string(),
  attachmentUrl: z.string().nullable(),
  /** What is known of the attachment; there with `attachmentUrl`. */
  attachment: AttachmentAbout.optional(),
  createdAt: Instant,
  clientId: z.string().nullable(),
  reactions: Reactions,
  // What follows is absent where it does not apply: a plain message is as small as it can be.
  replyTo: RepliedTo.optional(),
  /** People of the chat, or `mentionsEveryone`. */
  mentions: z.array(z.string()).optional(),
  editedAt: Instant.optional(),
  /** Only the place is left: text, attachment, reactions, mentions and history are gone. */
  deletedAt: Instant.optional(),
  system: SystemLine.optional(),
  changeSeq: ChangeSeq,
});
export type BroadcastMessage = z.infer<typeof BroadcastMessage>;

/** A message as one person sees it. */
export const Message = BroadcastMessage.extend({ myReactions: z.array(z.string()) });
export type Message = z.infer<typeof Message>;

export const listChats = defineCall({ method: 'GET', path: '/api/chat', answers: { 200: z.array(Chat) } });

export const createChat = defineCall({
  method: 'POST',
  path: '/api/chat/create',
  body: z.object({
    users: z.array(Id).max(maxChatMembers),
    isGroup: z.boolean(),
    name: storedText({ max: 100 }).optional(),
  }),
  answers: { 200: Chat, 201: Chat },
});

export const listMessages = defineCall({
  method: 'GET',
  path: '/api/chat/:id/messages',
  params: IdParams,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
    before: z.coerce.number().int().min(0).optional(),
    after: z.coerce.number().int().min(0).optional(),
    /** The messages around this position, for jumping there; it counts to the older half. */
    around: z.coerce.number().int().min(0).optional(),
    /** What changed after this change, in the order of the changes and not of the positions. */
    changedAfter: z.coerce.number().int().min(0).optional(),
  }),
  answers: { 200: z.array(Message) },
});

const MessageParams = z.object({ id: Id, messageId: Id });

/** By its sender. The same text again changes nothing, so it may be sent again safely; 409 when it is deleted. */
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

/** By its sender. What is left is a tombstone that keeps its `seq`; deleting that again changes nothing. */
export const deleteMessage = defineCall({
  method: 'DELETE',
  path: '/api/chat/:id/messages/:messageId',
  params: MessageParams,
  answers: { 200: Message },
});

/** All versions of a message, oldest first, the one that stands now included. None of a deleted one. */
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
    attachmentUrl: storedText({ max: 500 }).nullish(),
    clientId: storedText({ min: 1, max: 128 }).nullish(),
    /** The `seq` of the message that this one replies to. */
    replyTo: Seq.nullish(),
    /** Whoever is not in the chat is left out. */
    mentions: z.array(Id).max(maxMentions).nullish(),
  }),
  answers: { 200: Message, 201: Message },
});

export const maxSearchLength = 200;

/**
 * Messages that hold all words of `q` (or words that begin so), in all chats of the caller or in one, newest first. In
 * scripts without spaces the words are parts of the text. What was said in the last seconds may be missing.
 */
export const searchMessages = defineCall({
  method: 'GET',
  path: '/api/chat/search',
  query: z.object({
    q: storedText({ min: 1, max: maxSearchLength }),
    sender: Id.optional(),
    chat: Id.optional(),
    /** From this instant on, and before that one. */
    from: Instant.optional(),
    to: Instant.optional(),
    /** The `next` of the page before. */
    before: z.coerce.number().int().min(0).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  answers: { 200: z.object({ messages: z.array(Message), next: z.int().nullable() }) },
});

/** The messages of a chat that have an attachment: the newest, or the newest before a position; newest first. */
export const listAttachments = defineCall({
  method: 'GET',
  path: '/api/chat/:id/attachments',
  params: IdParams,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
    before: z.coerce.number().int().min(0).optional(),
  }),
  answers: { 200: z.array(Message) },
});

/** Toggles; with `on` it sets instead, so that it may be sent again safely. */
export const react = defineCall({
  method: 'POST',
  path: '/api/chat/react',
  body: z.object({ chatId: Id, messageId: Id, emoji: storedText({ min: 1, max: 64 }), on: z.boolean().optional() }),
  answers: {
    200: z.object({
      ok: z.literal(true),
      reactions: Reactions,
      myReactions: z.array(z.string()),
      /** The message's last change, as of these reactions. */
      changeSeq: ChangeSeq,
    }),
  },
});

/** Moves the caller's read position on (never back, never past the last message), or marks the chat unread. */
export const markRead = defineCall({
  method: 'POST',
  path: '/api/chat/:id/read',
  params: IdParams,
  body: z.union([z.object({ seq: Seq }), z.object({ unread: z.literal(true) })]),
  answers: { 204: z.void() },
});

/** Takes the chat and its history away for the caller alone. */
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
    name: storedText({ max: 100 }).optional(),
    add: z.array(Id).max(maxChatMembers).optional(),
    remove: z.array(Id).max(maxChatMembers).optional(),
  }),
  answers: { 200: Chat },
});

/** Whether others see that this person types, and is here. Who does not show it does not see it of others either. */
export const ChatSettings = z.object({ typing: z.boolean(), presence: z.boolean() });
export type ChatSettings = z.infer<typeof ChatSettings>;

export const getChatSettings = defineCall({
  method: 'GET',
  path: '/api/chat/settings',
  answers: { 200: ChatSettings },
});

export const changeChatSettings = defineCall({
  method: 'PATCH',
  path: '/api/chat/settings',
  body: ChatSettings.partial(),
  answers: { 200: ChatSettings },
});
