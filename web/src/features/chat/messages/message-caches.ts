import { type Chat, maxPageSize, type Message } from '@koinonia/contracts/chat.ts';
import { isBehind, type MessageLog } from '../model/message-log.ts';
import { newerOf, versionTold } from '../model/message-versions.ts';
import { askMessages } from './ask-messages.ts';
import { changesInTab, keepInTab, messagesInTab, removeFromTab } from './messages-in-tab.ts';
import { farBehind } from './message-sizes.ts';
import type { MessagesOnDevice } from './messages-on-device.ts';

/** The chats that this person has by now. */
type ListNow = () => readonly Chat[];

/** The caches of messages: this tab's, for an instant first paint, and this device's, for reading offline. */
export class MessageCaches {
  readonly #onDevice: MessagesOnDevice;
  #healing = false;

  constructor(onDevice: MessagesOnDevice) {
    this.#onDevice = onDevice;
  }

  /** For reading only: what is stored or dropped concerns both caches. */
  get onDevice(): Pick<MessagesOnDevice, 'newest' | 'page'> {
    return this.#onDevice;
  }

  stop() {
    this.#onDevice.stop();
  }

  /** Stores a window; in this tab only the newest end. */
  keep(chatId: string, log: MessageLog) {
    if (log.live && !isBehind(log)) keepInTab(chatId, log.messages, log.changes);
    this.#onDevice.keep(chatId, log);
  }

  forget(chatId: string) {
    removeFromTab(chatId);
    this.#onDevice.forget(chatId);
  }

  /** Replaces cached messages by newer versions: one that was told, or all up to this change. */
  renew(chatId: string, messages: readonly Message[], changes?: number) {
    // An event does not say which reactions are mine; an answer does.
    const pick = changes === undefined ? versionTold : newerOf;
    this.#onDevice.renew(chatId, messages, { pick, changes });
    const known = changesInTab().get(chatId);
    if (known === undefined) return;
    const told = new Map(messages.map((message) => [message.id, message]));
    const renewed = messagesInTab(chatId).map((message) => pick(message, told.get(message.id) ?? message));
    keepInTab(chatId, renewed, Math.max(known, changes ?? 0));
  }

  /** The cached chats that are not in the list. */
  async gone(list: ListNow): Promise<string[]> {
    const cached = [...(await this.#changesOfAll()).keys()];
    // Only now: on a slow device, chats begin meanwhile.
    const listed = new Set(list().map((chat) => chat.id));
    return cached.filter((chatId) => !listed.has(chatId));
  }

  /** Fetches changes that cached messages have missed. Drops chats that are far behind; `onDrop` reports the device's. */
  async heal(list: ListNow, onDrop: (chatId: string) => void): Promise<void> {
    if (this.#healing) return;
    this.#healing = true;
    const headOf = (chatId: string) => list().find(({ id }) => id === chatId)?.changeSeq ?? 0;
    try {
      for (const [chatId, changes] of changesInTab()) {
        if (headOf(chatId) - changes > farBehind) removeFromTab(chatId);
      }
      for (const [chatId, changes] of await this.#changesOfAll()) {
        const head = headOf(chatId);
        if (head - changes > farBehind) {
          this.#onDevice.forget(chatId);
          onDrop(chatId);
        } else await this.#heal(chatId, changes, head);
      }
    } catch {
      // It runs again when the server next sends the list.
    } finally {
      this.#healing = false;
    }
  }

  /** The chats that this tab or this device has cached, each with the last change that both include. */
  async #changesOfAll(): Promise<ReadonlyMap<string, number>> {
    const all = new Map(changesInTab());
    // A browser may keep nothing on the device.
    for (const { chatId, changes } of await this.#onDevice.chats().catch(() => [])) {
      all.set(chatId, Math.min(changes, all.get(chatId) ?? changes));
    }
    return all;
  }

  async #heal(chatId: string, known: number, head: number) {
    for (let changes = known; changes < head;) {
      const messages = await askMessages(chatId, { changedAfter: changes, limit: maxPageSize });
      changes = messages.length < maxPageSize ? head : (messages.at(-1)?.changeSeq ?? head);
      this.renew(chatId, messages, changes);
    }
  }
}
