import { markRead } from '@koinonia/contracts/chat.ts';
import type { QueryClient } from '@tanstack/react-query';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { backoff } from '../../../lib/outbox/backoff.ts';
import { readInList } from '../model/chat-list.ts';
import { hasAttention } from './attention.ts';
import { knownChats, outdateChatList, refreshChatList, updateChatList } from '../api/chat-list-query.ts';
import { keepReadNow } from './read-cache.ts';
import { isFarewellSaid } from '../api/farewells.ts';

const gathering = 250;

/** Tells the server how far somebody has read. Scrolling past many messages makes one call. */
export class ReadPositions {
  readonly #queries: QueryClient;
  readonly #shown = new Map<string, number>();
  /** The last position sent to the server since the chat was opened. */
  readonly #told = new Map<string, number>();
  #atEndOf: string | undefined;
  #lastLook = 0;
  #failures = 0;
  #stopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(queries: QueryClient) {
    this.#queries = queries;
    document.addEventListener('visibilitychange', this.#tellAtOnce);
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    document.removeEventListener('visibilitychange', this.#tellAtOnce);
  }

  /** Somebody has opened the chat: sends the position again, which also removes an 'unread' mark. */
  opened(chatId: string) {
    this.#told.delete(chatId);
    const shown = this.#shown.get(chatId) ?? (this.#chat(chatId)?.lastSeq === 0 ? 0 : undefined);
    if (shown !== undefined) this.shown(chatId, shown);
  }

  closed(chatId: string) {
    if (this.#atEndOf === chatId) this.#atEndOf = undefined;
    this.#lastLook = 0;
  }

  /** The chat is no longer this person's. A call on its way will be refused; send none after it. */
  gone(chatId: string) {
    this.closed(chatId);
    this.#shown.delete(chatId);
    this.#told.delete(chatId);
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
    if (this.#stopped) return;
    const pause = this.#failures === 0 ? gathering : backoff(this.#failures);
    this.#timer ??= setTimeout(() => this.#tellAll(), pause);
  }

  #tellAll() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [id, upTo] of this.#shown) if (this.#isNews(id)) void this.#tell(id, upTo);
  }

  /** A hidden page may be closed at any moment, so send now. */
  readonly #tellAtOnce = () => {
    if (document.visibilityState === 'hidden' && this.#timer !== undefined) this.#tellAll();
  };

  #chat(chatId: string) {
    return knownChats(this.#queries).find((chat) => chat.id === chatId);
  }

  #isNews(chatId: string): boolean {
    const chat = this.#chat(chatId);
    const shown = this.#shown.get(chatId);
    const told = this.#told.get(chatId);
    // By the time of the call, the server may not know the chat any more.
    if (chat === undefined || shown === undefined || isFarewellSaid(this.#queries, chatId)) return false;
    if (told === undefined) return true;
    // Marked unread while it was open, here or elsewhere: keep the mark until the chat is opened again.
    if (chat.markedUnread === true) return false;
    return shown > told || (chat.unreadCount > 0 && shown >= chat.lastSeq);
  }

  async #tell(chatId: string, seq: number) {
    const before = this.#told.get(chatId);
    this.#told.set(chatId, seq);
    updateChatList(this.#queries, (chats) => readInList(chats, chatId, seq));
    keepReadNow(chatId);
    try {
      await request(markRead, { params: { id: chatId }, body: { seq } });
      this.#failures = 0;
      outdateChatList(this.#queries);
    } catch (error) {
      // The chat is gone: a retry would change nothing.
      if (wasRefused(error)) return void refreshChatList(this.#queries);
      if (this.#told.get(chatId) !== seq) return;
      this.#failures += 1;
      if (before === undefined) this.#told.delete(chatId);
      else this.#told.set(chatId, before);
      this.#later();
    }
  }
}
