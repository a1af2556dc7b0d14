import { z } from 'zod';
import { BroadcastMessage, Chat, Reactions, Seq } from './chat.ts';
import { Id } from './common.ts';
import { Me } from './identity.ts';

const ChatHead = z.object({ id: Id, lastSeq: Seq, changeSeq: z.int().min(1).optional() });

/** Events from a server to a browser, by name. Events may get lost: a client that missed one asks by `?after`. */
export const serverEvents = {
  newMessage: BroadcastMessage,
  /** A message, or one that it replies to, was edited or deleted. A client that missed a change asks by `?changedAfter`. */
  messageChanged: BroadcastMessage,
  /** The last message and change of the chat; a client that is behind asks for the rest. */
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
  /** A person types in the chat that this socket has open; repeated every few seconds while they type. */
  typing: z.object({ chatId: Id, userId: Id }),
  /** Members of the open chat who came online or went offline. */
  presence: z.object({ chatId: Id, came: z.array(Id), went: z.array(Id) }),
  userUpdated: Me,
  /** To admins only; others fetch the people when they connect, and when they come back to the page. */
  usersChanged: z.object({}),
  groupsChanged: z.object({}),
  /** Events may have been missed: the client catches up. */
  resync: z.object({}),
} as const;

export type ServerEventName = keyof typeof serverEvents;
export type ServerEventPayload<Name extends ServerEventName> = z.infer<(typeof serverEvents)[Name]>;

/** The type of `socket.on` and `io.emit` in Socket.IO's own terms. */
export type ServerToClientEvents = { [Name in ServerEventName]: (payload: ServerEventPayload<Name>) => void };

/** How many chats one `joinChats` may name; the rest are refused. */
export const maxChatsToJoin = 10_000;

/** The acknowledgement of `joinChats`. Only chats of the caller are joined. */
export const JoinedChats = z.object({
  joined: z.array(ChatHead),
  refused: z.array(z.string()),
});
export type JoinedChats = z.infer<typeof JoinedChats>;

/** Ms between two `typing` events of one socket, at least: clients send no more, and nodes forward no more. */
export const typingEvery = 2000;

/**
 * Ms after which a person is no longer shown as typing, unless the event is repeated. More than twice `typingEvery`: a node
 * drops an event that arrives a little early.
 */
export const typingLasts = 5000;

export type ClientToServerEvents = {
  /** The chat that the person has in front of them now, or null. The answer says which of its members are online. */
  openChat: (chatId: string | null, acknowledge?: (answer: { present: string[] }) => void) => void;
  /** The person typed in the open chat. Nodes forward it every `typingEvery` ms at most, even if sent with every keystroke. */
  typing: () => void;
  joinChats: (chatIds: string[], acknowledge?: (answer: JoinedChats) => void) => void;
};
