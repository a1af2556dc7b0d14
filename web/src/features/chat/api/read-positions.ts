import { markRead } from '@koinonia/contracts/chat.ts';
import type { QueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/api/request.ts';
import { readInList } from '../model/chat-list.ts';
import { knownChats, outdateChatList, updateChatList } from './chat-list-query.ts';

const gathering = 250;

/** Tells the server how far somebody has read. Scrolling past many messages becomes one call. */
export class ReadPositions {
  readonly #queries: QueryClient;
  readonly #shown = new Map<string, number>();
  readonly #told = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  stop() {
    clearTimeout(this.#timer);
  }

  /** The message at `seq` has really been on the screen, before somebody's eyes. */
  shown(chatId: string, seq: number) {
    if (seq > (this.#shown.get(chatId) ?? 0)) this.#shown.set(chatId, seq);
    if (!this.#isNews(chatId)) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const [id, upTo] of this.#shown) if (this.#isNews(id)) void this.#tell(id, upTo);
    }, gathering);
  }

  /** Told again when the list counts as unread what is on the screen: it may have been marked so, or be out of date. */
  #isNews(chatId: string): boolean {
    const shown = this.#shown.get(chatId) ?? 0;
    const chat = knownChats(this.#queries).find((one) => one.id === chatId);
    return (
      shown > (this.#told.get(chatId) ?? 0) || (chat !== undefined && chat.unreadCount > 0 && shown >= chat.lastSeq)
    );
  }

  async #tell(chatId: string, seq: number) {
    const before = this.#told.get(chatId) ?? 0;
    this.#told.set(chatId, seq);
    updateChatList(this.#queries, (chats) => readInList(chats, chatId, seq));
    try {
      await request(markRead, { params: { id: chatId }, body: { seq } });
      outdateChatList(this.#queries);
    } catch {
      // Told again with the next thing that is shown; until then the server's count is the truth.
      if (this.#told.get(chatId) === seq) this.#told.set(chatId, before);
    }
  }
}
