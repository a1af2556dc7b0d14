import type { QueryClient } from '@tanstack/react-query';
import { readInList } from '../model/chat-list.ts';
import { hasAttention } from './attention.ts';
import { knownChat, updateChatList } from '../sync/chat-list-query.ts';
import { keepReadNow } from './read-cache.ts';
import { ReadTelling } from './read-telling.ts';
import { isFarewellSaid } from '../sync/farewells.ts';

const gathering = 250;

/** How far somebody has read each chat on this page. Scrolling past many messages makes one call. */
export class ReadPositions {
  readonly #queries: QueryClient;
  readonly #telling: ReadTelling;
  readonly #shown = new Map<string, number>();
  /** The last position that counts as read here since the chat was opened. */
  readonly #read = new Map<string, number>();
  #atEndOf: string | undefined;
  #lastLook = 0;
  #stopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(uid: string, queries: QueryClient) {
    this.#queries = queries;
    this.#telling = new ReadTelling(uid, queries);
    document.addEventListener('visibilitychange', this.#readAtOnce);
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#telling.stop();
    document.removeEventListener('visibilitychange', this.#readAtOnce);
  }

  /** Somebody has opened the chat: sends the position again, which also removes an 'unread' mark. */
  opened(chatId: string) {
    this.#read.delete(chatId);
    const shown = this.#shown.get(chatId) ?? this.#nothingToShow(chatId);
    if (shown !== undefined) this.shown(chatId, shown, true);
  }

  closed(chatId: string) {
    if (this.#atEndOf === chatId) this.#atEndOf = undefined;
    this.#lastLook = 0;
  }

  /** Marked unread by hand: drops positions not sent yet, which would remove the mark. The returned function undoes this. */
  marked(chatId: string): () => void {
    const shown = this.#shown.get(chatId);
    if (shown !== undefined) this.#read.set(chatId, shown);
    return this.#telling.forget(chatId);
  }

  /** The chat is no longer this person's. A call on its way will be refused; send none after it. */
  gone(chatId: string) {
    this.closed(chatId);
    this.#shown.delete(chatId);
    this.#read.delete(chatId);
    this.#telling.forget(chatId);
  }

  /** The last message that counts as read, or is about to; undefined if unknown. */
  lastOf(chatId: string): number | undefined {
    const chat = this.#chat(chatId);
    return chat && Math.max(chat.readSeq, this.#shown.get(chatId) ?? 0);
  }

  /** The chat whose end is on the screen while somebody looks: new messages there are read as they come. */
  reading(): string | undefined {
    return hasAttention() ? this.#atEndOf : undefined;
  }

  /** The message at `seq` is the last one on the screen while somebody looks; `atEnd`: the screen stays at the end. */
  shown(chatId: string, seq: number, atEnd: boolean) {
    if (seq >= (this.#shown.get(chatId) ?? 0)) this.#shown.set(chatId, seq);
    // A new message may not be drawn yet, so at the end only scrolling back to earlier messages means leaving it.
    if (!atEnd) this.#atEndOf = undefined;
    else if (seq >= (this.#chat(chatId)?.lastSeq ?? 0)) this.#atEndOf = chatId;
    else if (seq > 0 && seq < this.#lastLook) this.#atEndOf = undefined;
    this.#lastLook = seq || this.#lastLook;
    if (this.#isNews(chatId)) this.#later();
  }

  #later() {
    if (!this.#stopped) this.#timer ??= setTimeout(() => this.#readAll(), gathering);
  }

  #readAll() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [id, upTo] of this.#shown) if (this.#isNews(id)) this.#readHere(id, upTo);
  }

  /** A hidden page may be closed at any moment, so send now. */
  readonly #readAtOnce = () => {
    if (document.visibilityState === 'hidden' && this.#timer !== undefined) this.#readAll();
  };

  #chat(chatId: string) {
    return knownChat(this.#queries, chatId);
  }

  /** The position of a chat that is read already, or has no messages: opening it shows no new one. */
  #nothingToShow(chatId: string): number | undefined {
    const chat = this.#chat(chatId);
    if (chat === undefined || chat.readSeq < chat.lastSeq) return undefined;
    return chat.lastSeq === 0 || hasAttention() ? chat.readSeq : undefined;
  }

  #isNews(chatId: string): boolean {
    const chat = this.#chat(chatId);
    const shown = this.#shown.get(chatId);
    const read = this.#read.get(chatId);
    // By the time the call arrives, the chat may be gone.
    if (chat === undefined || shown === undefined || isFarewellSaid(this.#queries, chatId)) return false;
    if (read === undefined) return true;
    // Marked unread while it was open, here or elsewhere: keep the mark until the chat is opened again.
    if (chat.markedUnread === true) return false;
    return shown > read || (chat.unreadCount > 0 && shown >= chat.lastSeq);
  }

  /** Counts as read here at once, however long it takes to tell the server. */
  #readHere(chatId: string, seq: number) {
    const removesMark = this.#chat(chatId)?.markedUnread === true;
    this.#read.set(chatId, seq);
    updateChatList(this.#queries, (chats) => readInList(chats, chatId, seq));
    keepReadNow(chatId, (this.#chat(chatId)?.unreadCount ?? 0) > 0);
    this.#telling.tell(chatId, { seq, removesMark });
  }
}
