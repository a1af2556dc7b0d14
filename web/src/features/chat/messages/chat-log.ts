import { emptyLog, type MessageLog } from '../model/message-log.ts';

/** The state of loading beyond the window: 'away' when it has failed for now. */
export type Edge = 'idle' | 'loading' | 'away';

export interface ChatLog {
  readonly log: MessageLog;
  /** 'loading' only while there is nothing to show. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** The server has answered since the chat was opened. */
  readonly fresh: boolean;
  /** It is known which change the messages are up to date with. */
  readonly dated: boolean;
  readonly older: Edge;
  readonly newer: Edge;
}

/** Before anything is known of a chat. */
const unopened: ChatLog = {
  log: emptyLog,
  status: 'loading',
  fresh: false,
  dated: false,
  older: 'idle',
  newer: 'idle',
};

/** The chats that were opened on this page, and their listeners. */
export class ChatLogs {
  readonly #chats = new Map<string, ChatLog>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  has(chatId: string): boolean {
    return this.#chats.has(chatId);
  }

  get(chatId: string): ChatLog {
    return this.#chats.get(chatId) ?? unopened;
  }

  /** The chats that could not be loaded. */
  failed(): string[] {
    return [...this.#chats].filter(([, { status }]) => status === 'failed').map(([chatId]) => chatId);
  }

  add(chatId: string, known: Partial<ChatLog>) {
    this.#chats.set(chatId, { ...unopened, ...known });
    this.#emit();
  }

  /** Ignores a chat that is gone: an answer may come late. */
  put(chatId: string, change: Partial<ChatLog>) {
    if (this.#chats.has(chatId)) this.add(chatId, { ...this.get(chatId), ...change });
  }

  remove(chatId: string) {
    if (this.#chats.delete(chatId)) this.#emit();
  }

  stop() {
    this.#listeners.clear();
  }

  #emit() {
    for (const listener of this.#listeners) listener();
  }
}
