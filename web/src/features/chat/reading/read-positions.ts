import { markRead } from '@koinonia/contracts/chat.ts';
import type { QueryClient } from '@tanstack/react-query';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { backoff } from '../../../lib/outbox/backoff.ts';
import { untoldReads } from '../../../lib/session/untold-reads.ts';
import { readInList } from '../model/chat-list.ts';
import { hasAttention } from './attention.ts';
import { knownChats, outdateChatList, refreshChatList, updateChatList } from '../api/chat-list-query.ts';
import { keepReadNow } from './read-cache.ts';
import { isFarewellSaid } from '../api/farewells.ts';

const gathering = 250;

/** Tells the server how far somebody has read. Scrolling past many messages makes one call. */
export class ReadPositions {
  readonly #uid: string;
  readonly #queries: QueryClient;
  readonly #shown = new Map<string, number>();
  /** The last position that counts as read here since the chat was opened. */
  readonly #read = new Map<string, number>();
  /** Positions that the server has not confirmed. Stored, because the page may be closed before. */
  readonly #untold: Map<string, number>;
  #atEndOf: string | undefined;
  #lastLook = 0;
  #failures = 0;
  #stopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** While it is set, the server is asked nothing: it could not be reached. */
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(uid: string, queries: QueryClient) {
    this.#uid = uid;
    this.#queries = queries;
    // What an earlier page could not tell.
    this.#untold = new Map(untoldReads.names(uid).map((id) => [id, Number(untoldReads.read(uid, id))]));
    document.addEventListener('visibilitychange', this.#readAtOnce);
    this.#again = setTimeout(this.#tellUntold, gathering);
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#again);
    document.removeEventListener('visibilitychange', this.#readAtOnce);
  }

  /** Somebody has opened the chat: sends the position again, which also removes an 'unread' mark. */
  opened(chatId: string) {
    this.#read.delete(chatId);
    const shown = this.#shown.get(chatId) ?? this.#nothingToShow(chatId);
    if (shown !== undefined) this.shown(chatId, shown);
  }

  closed(chatId: string) {
    if (this.#atEndOf === chatId) this.#atEndOf = undefined;
    this.#lastLook = 0;
  }

  /** Marked unread by hand: what is still to be told would remove the mark again. */
  marked(chatId: string) {
    if (this.#shown.has(chatId)) this.#read.set(chatId, this.#shown.get(chatId) ?? 0);
    this.#drop(chatId);
  }

  /** The chat is no longer this person's. A call on its way will be refused; send none after it. */
  gone(chatId: string) {
    this.closed(chatId);
    this.#shown.delete(chatId);
    this.#read.delete(chatId);
    this.#drop(chatId);
  }

  /** The chat whose end is on the screen while somebody looks: new messages there are read as they come. */
  reading(): string | undefined {
    return hasAttention() ? this.#atEndOf : undefined;
  }

  /** The message at `seq` is the last one on the screen while somebody looks. */
  shown(chatId: string, seq: number) {
    if (seq >= (this.#shown.get(chatId) ?? 0)) this.#shown.set(chatId, seq);
    // A new message may not be drawn yet, so only scrolling back to earlier messages means leaving the end.
    if (seq >= (this.#chat(chatId)?.lastSeq ?? 0)) this.#atEndOf = chatId;
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
    return knownChats(this.#queries).find((chat) => chat.id === chatId);
  }

  /** The position of a chat that is read already, also one without messages: opening it shows no new one. */
  #nothingToShow(chatId: string): number | undefined {
    const { lastSeq, readSeq = 0 } = this.#chat(chatId) ?? { lastSeq: Infinity };
    return readSeq >= lastSeq ? readSeq : undefined;
  }

  #isNews(chatId: string): boolean {
    const chat = this.#chat(chatId);
    const shown = this.#shown.get(chatId);
    const read = this.#read.get(chatId);
    // By the time of the call, the server may not know the chat any more.
    if (chat === undefined || shown === undefined || isFarewellSaid(this.#queries, chatId)) return false;
    if (read === undefined) return true;
    // Marked unread while it was open, here or elsewhere: keep the mark until the chat is opened again.
    if (chat.markedUnread === true) return false;
    return shown > read || (chat.unreadCount > 0 && shown >= chat.lastSeq);
  }

  /** Read here at once, however long it takes to tell the server: by the next page, if this one is closed before. */
  #readHere(chatId: string, seq: number) {
    this.#read.set(chatId, seq);
    updateChatList(this.#queries, (chats) => readInList(chats, chatId, seq));
    keepReadNow(chatId);
    this.#untold.set(chatId, seq);
    untoldReads.write(this.#uid, chatId, String(seq));
    if (this.#again === undefined) void this.#tell(chatId, seq);
  }

  readonly #tellUntold = () => {
    this.#again = undefined;
    for (const [id, seq] of this.#untold) void this.#tell(id, seq);
  };

  async #tell(chatId: string, seq: number) {
    const isNewest = () => this.#untold.get(chatId) === seq;
    try {
      await request(markRead, { params: { id: chatId }, body: { seq } });
      if (isNewest()) this.#drop(chatId);
      this.#failures = 0;
      outdateChatList(this.#queries);
    } catch (error) {
      if (!wasRefused(error)) return this.#tellLater();
      // The chat is gone: a retry would change nothing.
      if (isNewest()) this.#drop(chatId);
      void refreshChatList(this.#queries);
    }
  }

  #drop(chatId: string) {
    this.#untold.delete(chatId);
    untoldReads.write(this.#uid, chatId, '');
  }

  #tellLater() {
    if (this.#stopped || this.#again !== undefined) return;
    this.#failures += 1;
    this.#again = setTimeout(this.#tellUntold, backoff(this.#failures));
  }
}
