import type { Chat, Message } from '@koinonia/contracts/chat.ts';
import { createListeners } from '../../../lib/listeners.ts';
import { changed, heardChangesHead, isOutdated, reacted } from '../model/message-changes.ts';
import { heard, heardHead } from '../model/message-log.ts';
import { type ReactionTold, type Standing, withReactionTold, withStanding } from '../model/message-versions.ts';
import { type ChatLog, unopened } from './chat-log.ts';
import { ChatMessages } from './chat-messages.ts';
import type { MessageCaches } from './message-caches.ts';

/** The messages of the chats that were opened on this page, and what the server says about them. */
export class OpenedChats {
  readonly #uid: string;
  readonly #caches: MessageCaches;
  readonly #chats = new Map<string, ChatMessages>();
  readonly #listeners = createListeners();

  constructor(uid: string, caches: MessageCaches) {
    this.#uid = uid;
    this.#caches = caches;
  }

  readonly subscribe = this.#listeners.subscribe;

  get(chatId: string): ChatLog {
    return this.#chats.get(chatId)?.now ?? unopened;
  }

  /** A chat that somebody reads. */
  of(chatId: string): ChatMessages {
    const known = this.#chats.get(chatId);
    if (known !== undefined) return known;
    const chat = new ChatMessages(chatId, { caches: this.#caches, onChange: this.#listeners.tell });
    this.#chats.set(chatId, chat);
    return chat;
  }

  /** Nobody reads the chat any more. Unless it was read at its end, it begins anew: the next time, it opens elsewhere. */
  leave(chatId: string, chat: ChatMessages) {
    if (this.#chats.get(chatId) !== chat || chat.now.log.live) return;
    chat.end();
    this.#chats.delete(chatId);
  }

  stop() {
    for (const chat of this.#chats.values()) chat.end();
    this.#caches.stop();
  }

  /** The newest messages of a chat that this device has, for showing without opening it. */
  async onDevice(chatId: string, limit: number): Promise<readonly Message[]> {
    const page = await this.#caches.onDevice.newest(chatId, limit).catch(() => undefined);
    return page?.messages ?? [];
  }

  /** The network is back: opens again what could not be opened. Until then, it is said to load later. */
  openFailed() {
    for (const chat of this.#chats.values()) {
      if (chat.now.status === 'failed') chat.open().catch(() => undefined);
    }
  }

  /** The server has sent the list of chats, which goes on to change: updates the caches, and drops chats that are gone. */
  async healKept(list: () => readonly Chat[]): Promise<void> {
    for (const chatId of await this.#caches.gone(list)) this.forget(chatId);
    await this.#caches.heal(list, (chatId) => this.#keepAgain(chatId));
  }

  /** The page may have caught up before the device dropped the chat, and then nothing else stores it. */
  #keepAgain(chatId: string) {
    const { log, dated } = this.get(chatId);
    if (dated && !isOutdated(log)) this.#caches.keep(chatId, log);
  }

  /** A message came over the socket or as the answer to a send. */
  heard(message: Message) {
    this.#chats.get(message.chatId)?.learn((log) => heard(log, message));
  }

  /** A message was edited or deleted, by somebody else or by this person. */
  changed(message: Message) {
    this.#chats.get(message.chatId)?.learn((log) => changed(log, message));
    this.#caches.renew(message.chatId, [message]);
  }

  /** The server says that somebody reacted. */
  reactionTold(told: ReactionTold) {
    const by = (message: Message) => withReactionTold(message, told, this.#uid);
    this.#chats.get(told.chatId)?.learn((log) => reacted(log, told, by));
  }

  /** This person reacted, and the server has answered. */
  reacted(chatId: string, messageId: string, standing: Standing) {
    const by = (message: Message) => withStanding(message, standing);
    this.#chats.get(chatId)?.learn((log) => reacted(log, { messageId, changeSeq: standing.changeSeq }, by));
  }

  /** The server says how far the chat has got. It can be reached again, so retry whatever has failed. */
  heardHead(chatId: string, head: number, changesHead = 0) {
    const chat = this.#chats.get(chatId);
    chat?.retry();
    chat?.learn((log) => heardChangesHead(heardHead(log, head), changesHead));
  }

  /** The chat is gone for this person: drops it with its caches. */
  forget(chatId: string) {
    this.#chats.get(chatId)?.end();
    this.#caches.forget(chatId);
    if (this.#chats.delete(chatId)) this.#listeners.tell();
  }
}
