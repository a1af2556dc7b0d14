import type { Message } from '@koinonia/contracts/chat.ts';
import { ApiError } from '../api/api-error.ts';
import { backoff } from './backoff.ts';
import type { OutboxEntry } from './outbox-database.ts';
import { OutboxList } from './outbox-list.ts';

export interface OutboxOptions {
  readonly uid: string;
  send(entry: OutboxEntry): Promise<Message>;
  /** The server has said yes. */
  onSent(message: Message): void;
  /** The server has said no, or has failed on this entry for the first time. */
  onFailed(entry: OutboxEntry): void;
  /** Milliseconds before try number `attempt`. */
  readonly wait?: (attempt: number) => number;
}

/** A refusal is for good; 408 and 429 only mean 'later', and without a session the text waits for its writer. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status);

const isFailure = (error: unknown) => error instanceof ApiError && error.status >= 500;

/** What is known of the tries for one chat. */
interface Lane {
  running: boolean;
  /** Something was written while the last entry went out. */
  more: boolean;
  attempts: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Sends what was written, in order within a chat, until the server says yes or no: through reloads, dead networks and
 * several tabs. Each try holds a lock for the chat, so that tabs take turns; `clientId` makes a second try harmless.
 */
export class Outbox {
  readonly list: OutboxList;
  readonly #options: OutboxOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #failedOnce = new Set<string>();
  #stopped = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.list = new OutboxList(options.uid);
  }

  async start() {
    globalThis.addEventListener?.('online', this.sendNow);
    await this.list.reload();
    this.sendNow();
  }

  stop() {
    this.#stopped = true;
    globalThis.removeEventListener?.('online', this.sendNow);
    for (const lane of this.#lanes.values()) clearTimeout(lane.timer);
    this.list.close();
  }

  /** Shows the entry at once, and sends it when it is safely kept. */
  async add(entry: OutboxEntry) {
    await this.list.add(entry);
    await this.#run(entry.chatId);
  }

  /** Sends a refused or failing entry again, now. */
  async retry(clientId: string) {
    const entry = this.list.find(clientId);
    if (entry === undefined) return;
    const { refusal: _, ...again } = entry;
    this.#failedOnce.delete(clientId);
    await this.list.replace(again);
    this.#endPause(entry.chatId);
    await this.#run(entry.chatId);
  }

  discard(clientId: string) {
    return this.list.remove(clientId);
  }

  /** The network may be back: nobody waits out a pause that was made for its absence. */
  readonly sendNow = () => {
    for (const chatId of new Set(this.list.entries().map((entry) => entry.chatId))) {
      this.#endPause(chatId);
      void this.#run(chatId);
    }
  };

  /** True while the server fails on this entry and it is being tried again. */
  isFailing(clientId: string) {
    return this.#failedOnce.has(clientId);
  }

  async #run(chatId: string) {
    const lane = this.#lane(chatId);
    lane.more = true;
    if (lane.running || lane.timer !== undefined) return;
    lane.running = true;
    while (lane.more && !this.#stopped) {
      lane.more = false;
      lane.more = (await withLock(`koinonia:outbox:${chatId}`, () => this.#sendNext(chatId))) || lane.more;
      if (lane.timer !== undefined) break;
    }
    lane.running = false;
  }

  /** One try for the first entry that waits; true when another may follow at once. The lock is not held in the pauses. */
  async #sendNext(chatId: string): Promise<boolean> {
    await this.list.reload();
    const entry = this.list.nextOf(chatId);
    if (entry === undefined || this.#stopped) return false;
    try {
      this.#options.onSent(await this.#options.send(entry));
    } catch (error) {
      return this.#stopped ? false : this.#failed(entry, error);
    }
    this.#lane(chatId).attempts = 0;
    this.#failedOnce.delete(entry.clientId);
    await this.list.remove(entry.clientId);
    return true;
  }

  async #failed(entry: OutboxEntry, error: unknown): Promise<boolean> {
    if (isRefusal(error)) {
      await this.list.replace({ ...entry, refusal: error instanceof Error ? error.message : '' });
      this.#options.onFailed(entry);
      return true;
    }
    if (isFailure(error) && !this.#failedOnce.has(entry.clientId)) {
      this.#failedOnce.add(entry.clientId);
      this.#options.onFailed(entry);
      await this.list.reload();
    }
    this.#pause(entry.chatId, error instanceof ApiError ? (error.retryAfter ?? 0) : 0);
    return false;
  }

  #pause(chatId: string, atLeast: number) {
    const lane = this.#lane(chatId);
    lane.attempts += 1;
    const pause = Math.max(atLeast, (this.#options.wait ?? backoff)(lane.attempts));
    lane.timer = setTimeout(() => {
      lane.timer = undefined;
      void this.#run(chatId);
    }, pause);
  }

  #endPause(chatId: string) {
    const lane = this.#lane(chatId);
    clearTimeout(lane.timer);
    lane.timer = undefined;
    lane.attempts = 0;
  }

  #lane(chatId: string): Lane {
    const lane = this.#lanes.get(chatId) ?? { running: false, more: false, attempts: 0, timer: undefined };
    this.#lanes.set(chatId, lane);
    return lane;
  }
}

/** Plain http on another machine's address has no Web Locks; there `clientId` alone keeps a message from doubling. */
function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(name, work) : work();
}
