import { defaultPageSize, listMessages, maxPageSize, type Message } from '@koinonia/contracts/chat.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { backoff } from '../../../lib/outbox/backoff.ts';
import {
  emptyLog,
  heard,
  heardHead,
  isBehind,
  loadedAfter,
  loadedBefore,
  loadedNewest,
  type MessageLog,
} from '../model/message-log.ts';
import { messagesOf } from '../model/normalise.ts';
import { keepMessages, keptMessages, removeKeptMessages } from './message-cache.ts';

/** Further behind than this, the newest page is quicker than all that lies between. */
const farBehind = 5 * maxPageSize;

export interface ChatLog {
  readonly log: MessageLog;
  /** 'loading' only while there is nothing to show. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** The server has answered since the chat was opened. */
  readonly fresh: boolean;
  readonly loadingOlder: boolean;
}

const unopened: ChatLog = { log: emptyLog, status: 'loading', fresh: false, loadingOlder: false };

/** The messages of the chats that were opened on this page, kept in step with the server. */
export class MessageLogs {
  readonly #chats = new Map<string, ChatLog>();
  readonly #listeners = new Set<() => void>();
  readonly #catchingUp = new Set<string>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  get(chatId: string): ChatLog {
    return this.#chats.get(chatId) ?? unopened;
  }

  stop() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#listeners.clear();
  }

  /** Shows what this tab has kept at once, and asks for the newest page. Throws when that cannot be had. */
  async open(chatId: string): Promise<void> {
    if (!this.#chats.has(chatId)) {
      const kept = keptMessages(chatId);
      const last = kept.at(-1)?.seq ?? 0;
      const log = { ...emptyLog, messages: kept, last, head: last };
      this.#chats.set(chatId, { ...unopened, log, status: kept.length > 0 ? 'ready' : 'loading' });
    } else if (this.get(chatId).status === 'failed') this.#put(chatId, { status: 'loading' });
    try {
      await this.#loadNewest(chatId);
    } catch (error) {
      if (this.get(chatId).log.messages.length === 0) this.#put(chatId, { status: 'failed' });
      throw error;
    }
    await this.catchUp(chatId);
  }

  async loadOlder(chatId: string): Promise<void> {
    const { log, loadingOlder } = this.get(chatId);
    const first = log.messages[0];
    if (first === undefined || log.whole || loadingOlder) return;
    this.#put(chatId, { loadingOlder: true });
    try {
      const page = await this.#ask(chatId, { before: first.seq, limit: defaultPageSize });
      this.#change(chatId, (now) => loadedBefore(now, page, defaultPageSize));
    } finally {
      this.#put(chatId, { loadingOlder: false });
    }
  }

  /** A message came by itself. */
  heard(message: Message) {
    if (!this.#chats.has(message.chatId)) return;
    this.#change(message.chatId, (log) => heard(log, message));
    void this.catchUp(message.chatId);
  }

  /** The server has told how far the chat has got. It answers again, so what has failed is asked for anew. */
  heardHead(chatId: string, head: number) {
    if (!this.#chats.has(chatId)) return;
    if (this.get(chatId).status === 'failed') return void this.open(chatId).catch(() => undefined);
    this.#change(chatId, (log) => heardHead(log, head));
    void this.catchUp(chatId);
  }

  /** The chat is gone for this person, with all that was kept of it. */
  forget(chatId: string) {
    clearTimeout(this.#timers.get(chatId));
    removeKeptMessages(chatId);
    if (this.#chats.delete(chatId)) this.#emit();
  }

  /** Asks for what lies between us and the head, until there is nothing. Tries again by itself when that fails. */
  async catchUp(chatId: string, attempt = 1): Promise<void> {
    if (this.#catchingUp.has(chatId) || this.get(chatId).status !== 'ready') return;
    this.#catchingUp.add(chatId);
    clearTimeout(this.#timers.get(chatId));
    try {
      while (isBehind(this.get(chatId).log)) await this.#askForMore(chatId);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) return;
      this.#timers.set(
        chatId,
        setTimeout(() => void this.catchUp(chatId, attempt + 1), backoff(attempt)),
      );
    } finally {
      this.#catchingUp.delete(chatId);
    }
  }

  async #askForMore(chatId: string) {
    const { last, head } = this.get(chatId).log;
    if (head - last > farBehind) return this.#loadNewest(chatId);
    const page = await this.#ask(chatId, { after: last, limit: maxPageSize });
    this.#change(chatId, (now) => loadedAfter(now, page, { after: last, head, limit: maxPageSize }));
  }

  async #loadNewest(chatId: string) {
    const page = await this.#ask(chatId, { limit: defaultPageSize });
    this.#change(chatId, (log) => loadedNewest(log, page, defaultPageSize));
    this.#put(chatId, { status: 'ready', fresh: true });
  }

  async #ask(chatId: string, query: { limit: number; after?: number; before?: number }) {
    return messagesOf(await request(listMessages, { params: { id: chatId }, query }));
  }

  #change(chatId: string, by: (log: MessageLog) => MessageLog) {
    const before = this.get(chatId).log;
    const log = by(before);
    if (log === before || !this.#chats.has(chatId)) return;
    keepMessages(chatId, log.messages);
    this.#put(chatId, { log });
  }

  #put(chatId: string, change: Partial<ChatLog>) {
    if (!this.#chats.has(chatId)) return;
    this.#chats.set(chatId, { ...this.get(chatId), ...change });
    this.#emit();
  }

  #emit() {
    for (const listener of this.#listeners) listener();
  }
}
