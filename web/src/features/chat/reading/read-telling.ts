import { markRead } from '@koinonia/contracts/chat.ts';
import type { QueryClient } from '@tanstack/react-query';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { Retry } from '../../../lib/retry.ts';
import { untoldReads } from '../../../lib/session/own-stores.ts';
import { outdateChatList, refreshChatList } from '../sync/chat-list-query.ts';

const shortly = 250;

interface Untold {
  readonly seq: number;
  /** The chat was marked unread when it was read, which removes the mark. */
  readonly removesMark: boolean;
}

/** Tells the server how far somebody has read, until it succeeds. Positions are stored, in case the page closes before. */
export class ReadTelling {
  readonly #uid: string;
  readonly #queries: QueryClient;
  readonly #untold: Map<string, Untold>;
  /** While it pauses, nothing is sent: the server could not be reached. */
  readonly #retry = new Retry(() => this.#tellAll());

  constructor(uid: string, queries: QueryClient) {
    this.#uid = uid;
    this.#queries = queries;
    this.#untold = new Map(
      untoldReads.names(uid).map((id) => [id, { seq: Number(untoldReads.read(uid, id)), removesMark: false }]),
    );
    if (this.#untold.size > 0) this.#retry.after(shortly);
  }

  stop() {
    this.#retry.stop();
  }

  tell(chatId: string, read: Untold) {
    const before = this.#untold.get(chatId);
    const most = {
      seq: Math.max(read.seq, before?.seq ?? 0),
      removesMark: read.removesMark || before?.removesMark === true,
    };
    this.#keep(chatId, most);
    if (!this.#retry.isPausing) void this.#send(chatId, most.seq);
  }

  /** Sends nothing more about the chat. The returned function undoes this. */
  forget(chatId: string): () => void {
    const read = this.#untold.get(chatId);
    this.#drop(chatId, Infinity);
    return () => read !== undefined && this.tell(chatId, read);
  }

  /** Leaves a mark that may have been set meanwhile, here or elsewhere. */
  #tellAll() {
    for (const [id, { seq, removesMark }] of this.#untold) void this.#send(id, seq, { keepsMark: !removesMark });
  }

  async #send(chatId: string, seq: number, more: { keepsMark?: boolean } = {}) {
    try {
      await request(markRead, { params: { id: chatId }, body: { seq, ...more } });
      this.#drop(chatId, seq);
      this.#retry.succeeded();
      outdateChatList(this.#queries);
    } catch (error) {
      if (!wasRefused(error)) return this.#retry.later();
      // The chat is gone: a retry would change nothing.
      this.#drop(chatId, seq);
      void refreshChatList(this.#queries);
    }
  }

  #keep(chatId: string, read: Untold) {
    this.#untold.set(chatId, read);
    untoldReads.write(this.#uid, chatId, String(read.seq));
  }

  /** Another page may have stored a later position. */
  #drop(chatId: string, upTo: number) {
    if ((this.#untold.get(chatId)?.seq ?? 0) <= upTo) this.#untold.delete(chatId);
    if (Number(untoldReads.read(this.#uid, chatId)) <= upTo) untoldReads.write(this.#uid, chatId, '');
  }
}
