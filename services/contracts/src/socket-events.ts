import { z } from 'zod';
import { BroadcastMessage, Chat, Reactions, Seq } from './chat.ts';
import { Id } from './common.ts';
import { Me } from './identity.ts';

const ChatHead = z.object({ id: Id, lastSeq: Seq, changeSeq: z.int().min(1).optional() });

/** What a server tells a browser, by event name. Sockets are a hint: whoever missed one asks by `?after`. */
export const serverEvents = {
  newMessage: BroadcastMessage,
  /** A message was edited or deleted, or one that it replies to was. Whoever misses a change between asks by `?changedAfter`. */
  messageChanged: BroadcastMessage,
  /** The chat has got this far, in messages and in changes; whoever is behind asks. */
  chatHead: ChatHead,
  messageReaction: z.object({
    chatId: Id,
    messageId: Id,
    reactions: Reactions,
    userId: Id,
    emoji: z.string(),
    added: z.boolean(),
    changeSeq: z.int().min(1).optional(),
  }),
  chatCreated: Chat,
  chatUpdated: Chat,
  chatDeleted: z.object({ id: Id }),
  /** Somebody types in the chat that this socket has open; told again every few seconds while they do. */
  typing: z.object({ chatId: Id, userId: Id }),
  /** Who of the chat that this socket has open has come and gone. */
  presence: z.object({ chatId: Id, came: z.array(Id), went: z.array(Id) }),
  userUpdated: Me,
  usersChanged: z.object({}),
  groupsChanged: z.object({}),
  /** Something may have been missed: catch up. */
  resync: z.object({}),
} as const;

export type ServerEventName = keyof typeof serverEvents;
export type ServerEventPayload<Name extends ServerEventName> = z.infer<(typeof serverEvents)[Name]>;

/** The type of `socket.on` and `io.emit` in Socket.IO's own terms. */
export type ServerToClientEvents = { [Name in ServerEventName]: (payload: ServerEventPayload<Name>) => void };

/** How many chats one `joinChats` may name; what goes beyond is refused. */
export const maxChatsToJoin = 10_000;

/** What the acknowledgement of `joinChats` says. Only chats of the caller are joined. */
export const JoinedChats = z.object({
  joined: z.array(ChatHead),
  refused: z.array(z.string()),
});
export type JoinedChats = z.infer<typeof JoinedChats>;

/** Ms after which somebody who was said to type and is not said so again has stopped. */
export const typingLasts = 5000;

export type ClientToServerEvents = {
  /** The chat that is in front of the person now, or null. Answered with who of it is here. */
  openChat: (chatId: string | null, acknowledge?: (answer: { present: string[] }) => void) => void;
  /** Something was typed into the open chat. May be sent at every key: it is told every 2 s at most. */
  typing: () => void;
  joinChats: (chatIds: string[], acknowledge?: (answer: JoinedChats) => void) => void;
};
