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

/** A position in a chat: 1, 2, 3… without gaps, in the order that everyone sees; 0 is before the first message. */
export const Seq = z.int().min(0);

/** A chat as one of its members sees it. Direct chats have no name; `users` holds the member who asks, too. */
export const Chat = z.object({
  id: Id,
  isGroup: z.boolean(),
  name: z.string().nullable(),
  users: z.array(Id),
  lastMessage: z.string(),
  lastMessageAt: Instant.nullable(),
  lastSeq: Seq,
  unreadCount: z.int().min(0),
});
export type Chat = z.infer<typeof Chat>;

/** How often each emoji stands at a message. */
export const Reactions = z.record(z.string(), z.int().min(1));
export type Reactions = z.infer<typeof Reactions>;

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
  }),
  answers: { 200: z.array(Message) },
});

export const sendMessage = defineCall({
  method: 'POST',
  path: '/api/chat/send',
  body: z.object({
    chatId: Id,
    text: storedText({ max: maxTextLength }).default(''),
    attachmentUrl: storedText({ max: 500 }).nullish(),
    clientId: storedText({ min: 1, max: 128 }).nullish(),
  }),
  answers: { 200: Message, 201: Message },
});

/** Toggles; with `on` it sets instead, so that it may be sent again safely. */
export const react = defineCall({
  method: 'POST',
  path: '/api/chat/react',
  body: z.object({ chatId: Id, messageId: Id, emoji: storedText({ min: 1, max: 64 }), on: z.boolean().optional() }),
  answers: { 200: z.object({ ok: z.literal(true), reactions: Reactions, myReactions: z.array(z.string()) }) },
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

// Internal calls: for the services, never passed on from outside.

/** Whether this person is a member of this chat now. A chat that is not there has no members. */
export const checkMember = defineCall({
  method: 'POST',
  path: '/internal/chats/:id/members/check',
  params: IdParams,
  body: z.object({ uid: Id }),
  answers: { 200: z.object({ isMember: z.boolean() }) },
});
