import type { Message } from '@koinonia/contracts/chat.ts';
import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { ApiError, isRefusal } from '../api/api-error.ts';
import { Retry } from '../retry.ts';
import { isFree, withLock } from '../with-lock.ts';
import { hasToUpload, laneOf, type OutboxEntry } from './outbox-database.ts';
import { OutboxList } from './outbox-list.ts';

/** The address of an uploaded file and what its message says about it. */
export interface Uploaded {
  readonly attachmentUrl: string;
  readonly attachment: AttachmentAbout;
}

export interface OutboxOptions {
  readonly uid: string;
  /**
   * Uploads the entry's file, which the server may have already if it `wasTried`. Null when the server accepts it without
   * giving an address: the entry is dropped.
   */
  upload(entry: OutboxEntry, signal: AbortSignal, wasTried: boolean): Promise<Uploaded | null>;
  send(entry: OutboxEntry): Promise<Message>;
  /** The server has accepted the message, which this tab or another one has sent. */
  onSent(message: Message): void;
  /** The server has refused the entry, or has failed on it for the first time. */
  onFailed(entry: OutboxEntry, error: ApiError): void;
  /** The device has no room to store the entry: it is still sent if the page stays open. */
  onUnkept(entry: OutboxEntry): void;
  /** The entry is gone, and was not sent. */
  onDiscarded(clientId: string): void;
  /** Milliseconds before try number `attempt`. */
  readonly wait?: (attempt: number) => number;
}

const isFailure = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status >= 500 || !error.isOurs);

/** Milliseconds; longer than a tab's own pauses. By then, the tab that wrote an entry may have been closed. */
export const otherTabsTime = 20_000;

const lockOf = (lane: string) => `koinonia:outbox:${lane}`;

/** The state of the tries in one lane. */
interface Lane {
  running: boolean;
  /** An entry was added during the current run. */
  more: boolean;
  readonly retry: Retry;
}

/**
 * Sends messages, in order within a chat, until the server accepts or refuses them: across reloads, network failures
 * and several tabs. Each try holds a lock for its lane, so that tabs take turns; `clientId` makes a second try
 * harmless.
 */
export class Outbox {
  readonly list: OutboxList;
  readonly #options: OutboxOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #failedOnce = new Set<string>();
  readonly #uploads = new Map<string, AbortController>();
  readonly #uploadedAgain = new Set<string>();
  /** What the entry replied to that was tried without it, in case it was refused for another reason. */
  readonly #unquoted = new Map<string, NonNullable<OutboxEntry['replyTo']>>();
  /** With a file that was chosen on this page, and not tried yet. */
  readonly #untried = new Set<string>();
  #takingOver: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    const { uid, onSent: onSentElsewhere } = options;
    this.list = new OutboxList({ uid, onSentElsewhere, onTold: this.#takeOverLater });
  }

  async start() {
    globalThis.addEventListener?.('online', this.sendNow);
    globalThis.addEventListener?.('beforeunload', this.#askToStay);
    await this.list.reload();
    this.sendNow();
  }

  stop() {
    this.#stopped = true;
    globalThis.removeEventListener?.('online', this.sendNow);
    globalThis.removeEventListener?.('beforeunload', this.#askToStay);
    clearTimeout(this.#takingOver);
    for (const { retry } of this.#lanes.values()) retry.stop();
    for (const upload of this.#uploads.values()) upload.abort();
    this.list.close();
  }

  /** Shows the entry at once, and sends it when it is stored. */
  async add(entry: OutboxEntry) {
    if (hasToUpload(entry)) this.#untried.add(entry.clientId);
    if (!(await this.list.add(entry))) this.#options.onUnkept(entry);
    await this.#run(laneOf(entry));
  }

  /** Sends a refused or failing entry again at once. */
  async retry(clientId: string) {
    const entry = this.list.find(clientId);
    if (entry === undefined) return;
    const { refusal: _, ...again } = entry;
    this.#failedOnce.delete(clientId);
    await this.list.replace(again);
    this.#lane(laneOf(entry)).retry.endPause();
    await this.#run(laneOf(entry));
  }

  async discard(clientId: string) {
    await this.list.remove(clientId);
    this.#uploads.get(clientId)?.abort();
    this.#options.onDiscarded(clientId);
  }

  /**
   * Discards what now waits to be sent in this chat, after the current try, which may still succeed. Returns how many of the
   * discarded messages had not been refused.
   */
  async discardAll(chatId: string): Promise<number> {
    const ofChat = () => this.list.entries().filter((entry) => entry.chatId === chatId);
    const now = new Set(ofChat().map(({ clientId }) => clientId));
    return withLock(lockOf(chatId), async () => {
      await this.list.reload();
      const waiting = ofChat().filter(({ clientId }) => now.has(clientId));
      await Promise.all(waiting.map(({ clientId }) => this.discard(clientId)));
      return waiting.filter(({ refusal }) => refusal === undefined).length;
    });
  }

  /** The network may be back: ends the pauses and tries every lane at once. */
  readonly sendNow = () => {
    for (const lane of this.#lanesNow()) {
      this.#lane(lane).retry.endPause();
      void this.#run(lane);
    }
  };

  /** True while the server fails on this entry and the outbox keeps trying. */
  isFailing(clientId: string) {
    return this.#failedOnce.has(clientId);
  }

  /** Sends what another tab has left, if it is still there after a while and nobody is sending it. */
  readonly #takeOverLater = () => {
    if (this.#stopped || this.#lanesNow().size === 0) return;
    this.#takingOver ??= setTimeout(() => {
      this.#takingOver = undefined;
      for (const lane of this.#lanesNow()) void this.#takeOver(lane);
    }, otherTabsTime);
  };

  async #takeOver(lane: string) {
    if (await isFree(lockOf(lane))) void this.#run(lane);
    else this.#takeOverLater();
  }

  #lanesNow() {
    return new Set(this.list.entries().map(laneOf));
  }

  readonly #askToStay = (event: Event) => {
    if (this.list.holdsUnkept()) event.preventDefault();
  };

  async #run(name: string) {
    const lane = this.#lane(name);
    lane.more = true;
    if (lane.running || lane.retry.isPausing) return;
    lane.running = true;
    while (lane.more && !this.#stopped) {
      lane.more = false;
      lane.more = (await withLock(lockOf(name), () => this.#sendNext(name))) || lane.more;
      if (lane.retry.isPausing) break;
    }
    lane.running = false;
  }

  /** Tries the first waiting entry once; true when another try may follow at once. The lock is not held during pauses. */
  async #sendNext(lane: string): Promise<boolean> {
    await this.list.reload();
    const entry = this.list.nextOf(lane);
    if (entry === undefined || this.#stopped) return false;
    try {
      await (hasToUpload(entry) ? this.#upload(entry) : this.#send(entry));
    } catch (error) {
      if (this.#stopped) return false;
      // Discarded meanwhile: the outcome of the try does not matter.
      return this.list.find(entry.clientId) === undefined || this.#failed(entry, error);
    }
    this.#lane(lane).retry.succeeded();
    this.#failedOnce.delete(entry.clientId);
    return true;
  }

  async #send(entry: OutboxEntry) {
    const message = await this.#options.send(entry);
    this.#options.onSent(message);
    await this.list.remove(entry.clientId, message);
  }

  /** Once its file is uploaded, the entry moves to the lane of the chat's texts. */
  async #upload(entry: OutboxEntry) {
    const ending = new AbortController();
    this.#uploads.set(entry.clientId, ending);
    try {
      const wasTried = !this.#untried.delete(entry.clientId);
      const uploaded = await this.#options.upload(entry, ending.signal, wasTried);
      if (uploaded === null) return await this.list.remove(entry.clientId);
      await this.list.replace({ ...entry, ...uploaded });
    } finally {
      this.#uploads.delete(entry.clientId);
    }
    void this.#run(entry.chatId);
  }

  async #failed(entry: OutboxEntry, error: unknown): Promise<boolean> {
    if (isRefusal(error)) {
      if (this.#mayBeSwept(entry, error)) return this.#uploadAgain(entry);
      if (this.#mayLackOriginal(entry, error)) return this.#sendWithoutQuote(entry);
      const replyTo = this.#unquoted.get(entry.clientId) ?? entry.replyTo;
      await this.list.replace({ ...entry, ...(replyTo && { replyTo }), refusal: error.message });
      this.#options.onFailed(entry, error);
      return true;
    }
    if (isFailure(error) && !this.#failedOnce.has(entry.clientId)) {
      this.#failedOnce.add(entry.clientId);
      this.#options.onFailed(entry, error);
      // Tells the listeners, so that they check again whether the entry is failing.
      await this.list.reload();
    }
    this.#lane(laneOf(entry)).retry.later(error instanceof ApiError ? error.retryAfter : 0);
    return false;
  }

  /** The server deletes unused uploads after a day, so somebody who was away for longer has to upload again. */
  #mayBeSwept({ file, attachmentUrl, clientId }: OutboxEntry, error: unknown) {
    const refused = error instanceof ApiError && error.status === 400;
    return refused && file !== undefined && attachmentUrl !== null && !this.#uploadedAgain.has(clientId);
  }

  /** What is replied to may be gone for its person, who may have deleted the chat elsewhere: the words must not be lost. */
  #mayLackOriginal(entry: OutboxEntry, error: ApiError) {
    const { replyTo, clientId } = entry;
    return !hasToUpload(entry) && error.status === 400 && replyTo !== undefined && !this.#unquoted.has(clientId);
  }

  async #sendWithoutQuote(entry: OutboxEntry): Promise<boolean> {
    const { replyTo, ...rest } = entry;
    if (replyTo) this.#unquoted.set(entry.clientId, replyTo);
    await this.list.replace(rest);
    return true;
  }

  async #uploadAgain(entry: OutboxEntry): Promise<boolean> {
    this.#uploadedAgain.add(entry.clientId);
    const again = { ...entry, attachmentUrl: null };
    await this.list.replace(again);
    void this.#run(laneOf(again));
    return true;
  }

  #lane(name: string): Lane {
    const known = this.#lanes.get(name);
    if (known !== undefined) return known;
    const retry = new Retry(() => void this.#run(name), this.#options.wait);
    const lane: Lane = { running: false, more: false, retry };
    this.#lanes.set(name, lane);
    return lane;
  }
}
