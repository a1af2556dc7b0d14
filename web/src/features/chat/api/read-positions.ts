import { markRead } from '@koinonia/contracts/chat.ts';
import type { QueryClient } from '@tanstack/react-query';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { backoff } from '../../../lib/outbox/backoff.ts';
import { readInList } from '../model/chat-list.ts';
import { hasAttention } from './attention.ts';
import { knownChats, outdateChatList, refreshChatList, updateChatList } from './chat-list-query.ts';
import { keepReadNow } from './read-cache.ts';
import { farewellTo } from './use-leave-when-deleted.ts';

const gathering = 250;

/** Tells the server how far somebody has read. Scrolling past many messages becomes one call. */
export class ReadPositions {
  readonly #queries: QueryClient;
  readonly #shown = new Map<string, number>();
  /** How far the server was told, since the chat was opened last. */
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

  /** Somebody has opened the chat: what is shown of it is told anew, which takes a mark away, too. */
  opened(chatId: string) {
    this.#told.delete(chatId);
    const shown = this.#shown.get(chatId) ?? (this.#chat(chatId)?.lastSeq === 0 ? 0 : undefined);
    if (shown !== undefined) this.shown(chatId, shown);
  }

  closed(chatId: string) {
    if (this.#atEndOf === chatId) this.#atEndOf = undefined;
    this.#lastLook = 0;
  }

  /** The chat is not this person's any more. What is on its way is refused; nothing is told after it. */
  gone(chatId: string) {
    this.closed(chatId);
    this.#shown.delete(chatId);
    this.#told.delete(chatId);
  }

  /** The chat whose end is before somebody's eyes: what comes into it is read as it comes. */
  reading(): string | undefined {
    return hasAttention() ? this.#atEndOf : undefined;
  }

  /** The message at `seq` is the last on the screen, before somebody's eyes. */
  shown(chatId: string, seq: number) {
    if (seq >= (this.#shown.get(chatId) ?? 0)) this.#shown.set(chatId, seq);
    // What has just come may not be drawn yet: only who turns back to earlier ones has left the end.
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

  /** A page that is hidden may be gone in a moment. */
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
    if (chat === undefined || shown === undefined || this.#isLeaving(chatId)) return false;
    if (told === undefined) return true;
    // Marked unread while it was open, here or elsewhere: it stays so until it is opened again.
    if (chat.markedUnread === true) return false;
    return shown > told || (chat.unreadCount > 0 && shown >= chat.lastSeq);
  }

  /** Of a chat that somebody is just leaving the server may know nothing any more when it is told. */
  #isLeaving(chatId: string): boolean {
    return this.#queries.isMutating({ mutationKey: farewellTo(chatId) }) > 0;
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
      // The chat is not there any more: telling it again would change nothing.
      if (wasRefused(error)) return void refreshChatList(this.#queries);
      if (this.#told.get(chatId) !== seq) return;
      this.#failures += 1;
      if (before === undefined) this.#told.delete(chatId);
      else this.#told.set(chatId, before);
      this.#later();
    }
  }
}
