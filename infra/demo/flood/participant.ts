import { randomUUID } from 'node:crypto';
import { type Chat, listChats, markRead, type Message, react, sendMessage } from '@koinonia/contracts/chat.ts';
import { getMe } from '@koinonia/contracts/identity.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '@koinonia/contracts/socket-events.ts';
import { io, type Socket } from 'socket.io-client';
import type { Somebody } from '../people/people.ts';
import type { Speaker } from '../talk/talk.ts';
import { createAsk } from './product.ts';
import type { TokenOf } from './tokens.ts';

/** A demo person who is online: they open chats, type, write, read and react, as a page in a browser does. */
export interface Participant extends Speaker {
  readonly chats: readonly Chat[];
  isHere(): boolean;
  come(): void;
  go(): void;
  /** Opens the chat and shows that they type. */
  type(chatId: string): void;
  say(chatId: string, words: { text: string; replyTo: number | null; mentions: readonly string[] }): Promise<Message>;
  read(chatId: string, seq: number): Promise<void>;
  react(message: Message, emoji: string): Promise<void>;
}

/** Rejects when the product no longer accepts them: they were deactivated, say. */
export async function participantOf(origin: string, somebody: Somebody, tokenOf: TokenOf): Promise<Participant> {
  const token = await tokenOf(somebody);
  const ask = createAsk(origin, token);
  const me = await ask(getMe);
  const chats = await ask(listChats);
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(origin, {
    auth: { token },
    transports: ['websocket'],
    autoConnect: false,
    forceNew: true,
  });
  socket.on('connect', () =>
    socket.emit(
      'joinChats',
      chats.map(({ id }) => id),
    ),
  );
  return {
    uid: me.uid,
    name: me.displayName,
    language: somebody.language,
    chats,
    isHere: () => socket.active,
    come: () => void socket.connect(),
    go: () => void socket.disconnect(),
    type(chatId) {
      socket.emit('openChat', chatId);
      socket.emit('typing');
    },
    say: (chatId, { text, replyTo, mentions }) =>
      ask(sendMessage, { body: { chatId, text, replyTo, mentions: [...mentions], clientId: randomUUID() } }),
    async read(chatId, seq) {
      await ask(markRead, { params: { id: chatId }, body: { seq } });
    },
    async react(message, emoji) {
      await ask(react, { body: { chatId: message.chatId, messageId: message.id, emoji, on: true } });
    },
  };
}
