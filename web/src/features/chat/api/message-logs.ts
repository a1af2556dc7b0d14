import { defaultPageSize, maxPageSize, type Message } from '@koinonia/contracts/chat.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { backoff } from '../../../lib/outbox/backoff.ts';
import {
  changed,
  counted,
  heardChangesHead,
  isOutdated,
  loadedChanges,
  withMessage,
} from '../model/message-changes.ts';
import {
  type Asked,
  begunAnew,
  emptyLog,
  heard,
  heardHead,
  isBehind,
  loadedAfter,
  loadedBefore,
  loadedNewest,
  type MessageLog,
} from '../model/message-log.ts';
import { type ReactionTold, type Standing, withReactionTold, withStanding } from '../model/message-versions.ts';
import { askMessages } from './ask-messages.ts';
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
  readonly #uid: string;
  readonly #chats = new Map<string, ChatLog>();
  readonly #listeners = new Set<() => void>();
  readonly #catchingUp = new Set<string>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(uid: string) {
    this.#uid = uid;
  }

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
      const asked = { ...askedOf(log, defaultPageSize), before: first.seq };
      const page = await askMessages(chatId, { before: first.seq, limit: defaultPageSize });
      this.#change(chatId, (now) => loadedBefore(now, page, asked));
    } finally {
      this.#put(chatId, { loadingOlder: false });
    }
  }

  /** A message came by itself. */
  heard(message: Message) {
    this.#changeAndCatchUp(message.chatId, (log) => heard(log, message));
  }

  /** A message was edited or deleted, by somebody else or as the answer to it. */
  changed(message: Message) {
    this.#changeAndCatchUp(message.chatId, (log) => changed(log, message));
  }

  /** Somebody reacted. */
  reactionTold(told: ReactionTold) {
    this.#changeAndCatchUp(told.chatId, (log) =>
      counted(
        withMessage(log, told.messageId, (message) => withReactionTold(message, told, this.#uid)),
        told.changeSeq,
      ),
    );
  }

  /** This person reacted: shown at once, and again with the number of the change when the server has answered. */
  reacted(chatId: string, messageId: string, standing: Standing) {
    this.#changeAndCatchUp(chatId, (log) =>
      counted(
        withMessage(log, messageId, (message) => withStanding(message, standing)),
        standing.changeSeq,
      ),
    );
  }

  /** The server has told how far the chat has got. It answers again, so what has failed is asked for anew. */
  heardHead(chatId: string, head: number, changesHead = 0) {
    if (this.#chats.has(chatId) && this.get(chatId).status === 'failed')
      return void this.open(chatId).catch(() => undefined);
    this.#changeAndCatchUp(chatId, (log) => heardChangesHead(heardHead(log, head), changesHead));
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
      if (!this.get(chatId).fresh) await this.#loadNewest(chatId);
      while (isBehind(this.get(chatId).log)) await this.#askForMore(chatId);
      while (isOutdated(this.get(chatId).log)) await this.#askForChanges(chatId);
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
    const { log } = this.get(chatId);
    if (log.head - log.last > farBehind) return this.#loadNewest(chatId);
    const asked = { ...askedOf(log, maxPageSize), after: log.last };
    const page = await askMessages(chatId, { after: log.last, limit: maxPageSize });
    this.#change(chatId, (now) => loadedAfter(now, page, asked));
  }

  async #askForChanges(chatId: string) {
    const { changes, changesHead } = this.get(chatId).log;
    if (changesHead - changes > farBehind) return this.#loadNewest(chatId, { anew: true });
    const asked = { after: changes, head: changesHead, limit: maxPageSize };
    const page = await askMessages(chatId, { changedAfter: changes, limit: maxPageSize });
    this.#change(chatId, (log) => loadedChanges(log, page, asked));
  }

  /** What the tab has kept does not say up to which change it is right, so at first nothing is joined to it. */
  async #loadNewest(chatId: string, { anew = !this.get(chatId).fresh } = {}) {
    const asked = askedOf(this.get(chatId).log, defaultPageSize);
    const page = await askMessages(chatId, { limit: defaultPageSize });
    this.#change(chatId, (log) => (anew ? begunAnew(log, page, asked) : loadedNewest(log, page, asked)));
    this.#put(chatId, { status: 'ready', fresh: true });
  }

  #changeAndCatchUp(chatId: string, by: (log: MessageLog) => MessageLog) {
    if (!this.#chats.has(chatId)) return;
    this.#change(chatId, by);
    void this.catchUp(chatId);
  }

  #change(chatId: string, by: (log: MessageLog) => MessageLog) {
    const before = this.get(chatId).log;
    const log = by(before);
    if (log === before || !this.#chats.has(chatId)) return;
    if (log.live) keepMessages(chatId, log.messages);
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

const askedOf = ({ head, changes, changesHead }: MessageLog, limit: number): Asked => ({
  limit,
  head,
  changes,
  changesHead,
});
