import { type Chat, defaultPageSize, maxPageSize, type Message } from '@koinonia/contracts/chat.ts';
import { wasRefused } from '../../../lib/api/api-error.ts';
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
  type LogState,
  begunAnew,
  emptyLog,
  heard,
  heardHead,
  holds,
  isBehind,
  loadedAfter,
  loadedAround,
  loadedBefore,
  loadedNewest,
  type MessageLog,
  trimmed,
} from '../model/message-log.ts';
import { type ReactionTold, type Standing, withReactionTold, withStanding } from '../model/message-versions.ts';
import { askMessages, askPage } from './ask-messages.ts';
import { type ChatLog, ChatLogs } from './chat-log.ts';
import { KeptChats } from './kept-chats.ts';
import { keepMessages, keptMessages, removeKeptMessages } from './message-cache.ts';
import type { SeenMessages } from './seen-messages.ts';

/** Max distance in messages or changes to catch up one page after another; beyond it, loading the newest page is quicker. */
const farBehind = 5 * maxPageSize;

/** Max messages of a chat in memory, and how many stay after a cut. Scrolling to the others fetches them again. */
const held = { most: 320, keep: 240 };
const aroundSize = 100;

/** The messages of the chats that were opened on this page, kept in step with the server. */
export class MessageLogs {
  readonly #uid: string;
  readonly #seen: SeenMessages;
  readonly #kept: KeptChats;
  readonly #chats = new ChatLogs();
  readonly #catchingUp = new Set<string>();
  readonly #eyes = new Map<string, number>();
  readonly #going = new Set<string>();
  readonly #moves = new Map<string, number>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(uid: string, seen: SeenMessages) {
    this.#uid = uid;
    this.#seen = seen;
    this.#kept = new KeptChats(seen);
  }

  readonly subscribe = this.#chats.subscribe;

  get(chatId: string): ChatLog {
    return this.#chats.get(chatId);
  }

  stop() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#chats.stop();
  }

  /** Shows this tab's cache, and fetches the newest page, or the messages around `at`. Throws when that fails. */
  async open(chatId: string, at: number | null = null): Promise<void> {
    const shown = this.show(chatId);
    if (this.get(chatId).status === 'failed') this.#chats.put(chatId, { status: 'loading' });
    try {
      if (at === null) await this.#loadNewest(chatId);
      else await this.#goAround(chatId, at);
    } catch (error) {
      await shown;
      if (this.get(chatId).log.messages.length === 0) this.#chats.put(chatId, { status: 'failed' });
      throw error;
    }
    await this.catchUp(chatId);
  }

  /** Asks at once for what could not be loaded: until then, the failure would show. */
  openFailed() {
    for (const chatId of this.#chats.failed()) this.open(chatId).catch(() => undefined);
  }

  /** Shows cached messages without asking the server: this tab's at once, then this device's. */
  async show(chatId: string): Promise<void> {
    if (this.#chats.has(chatId)) return;
    const kept = keptMessages(chatId);
    const last = kept.at(-1)?.seq ?? 0;
    const log = { ...emptyLog, messages: kept, last, head: last };
    this.#chats.add(chatId, { log, status: kept.length > 0 ? 'ready' : 'loading' });
    const seen = await this.#seen.newest(chatId, aroundSize).catch(() => undefined);
    if (seen === undefined || this.get(chatId).fresh || this.get(chatId).log.last > (seen.messages.at(-1)?.seq ?? 0))
      return;
    this.#change(chatId, (now) => loadedNewest({ ...now, messages: [], last: 0 }, seen, stateOf(now)));
    this.#chats.put(chatId, { status: 'ready', dated: true });
  }

  /** Moves the window to this position, unless it holds it already. */
  async goTo(chatId: string, seq: number): Promise<void> {
    const { log, dated } = this.get(chatId);
    if (!dated || !holds(log, seq)) await this.#goAround(chatId, seq);
  }

  async #goAround(chatId: string, seq: number) {
    const move = this.#startMove(chatId);
    this.#going.add(chatId);
    try {
      const asked = stateOf(this.get(chatId).log);
      const page = await this.#kept.ask(chatId, { around: seq, limit: aroundSize });
      if (move === this.#moves.get(chatId)) this.#moved(chatId, (log) => loadedAround(log, page, asked));
    } finally {
      if (move === this.#moves.get(chatId)) this.#going.delete(chatId);
    }
  }

  /** Moves the window to the newest end, unless it is there already. */
  async toNewest(chatId: string): Promise<void> {
    if (this.get(chatId).log.live) return;
    this.#startMove(chatId);
    await this.#loadNewest(chatId);
    await this.catchUp(chatId);
  }

  /** Notes the message that is on the screen, so that a cut keeps it; null at the end, or when the chat is closed. */
  looksAt(chatId: string, seq: number | null) {
    if (seq === null) this.#eyes.delete(chatId);
    else this.#eyes.set(chatId, seq);
  }

  async loadOlder(chatId: string): Promise<void> {
    const { log, older } = this.get(chatId);
    const before = log.messages[0]?.seq;
    if (before === undefined || log.whole || older !== 'idle') return;
    await this.#load(chatId, 'older', async () => {
      const asked = { ...stateOf(log), before };
      const page = await this.#kept.ask(chatId, { before, limit: defaultPageSize });
      return (now) => loadedBefore(now, page, asked);
    });
  }

  async loadNewer(chatId: string): Promise<void> {
    const { log, newer } = this.get(chatId);
    if (log.live || newer !== 'idle') return;
    await this.#load(chatId, 'newer', async () => {
      const asked = { ...stateOf(log), after: log.last };
      const page = await this.#kept.ask(chatId, { after: log.last, limit: defaultPageSize });
      return (now) => loadedAfter(now, page, asked);
    });
  }

  /** The server has sent the list of chats: updates the caches, and drops chats that are gone. */
  async healKept(chats: readonly Chat[]): Promise<void> {
    const gone = await this.#kept.heal(chats);
    for (const chatId of gone) this.forget(chatId);
  }

  /** A message came over the socket or as the answer to a send. */
  heard(message: Message) {
    this.#changeAndCatchUp(message.chatId, (log) => heard(log, message));
  }

  /** A message was edited or deleted, by somebody else or by this person. */
  changed(message: Message) {
    this.#changeAndCatchUp(message.chatId, (log) => changed(log, message));
    this.#kept.renew(message.chatId, [message]);
  }

  /** Somebody reacted, says the server. */
  reactionTold(told: ReactionTold) {
    this.#changeAndCatchUp(told.chatId, (log) =>
      counted(
        withMessage(log, told.messageId, (message) => withReactionTold(message, told, this.#uid)),
        told.changeSeq,
      ),
    );
  }

  /** This person reacted, and the server has answered. */
  reacted(chatId: string, messageId: string, standing: Standing) {
    this.#changeAndCatchUp(chatId, (log) =>
      counted(
        withMessage(log, messageId, (message) => withStanding(message, standing)),
        standing.changeSeq,
      ),
    );
  }

  /** The server says how far the chat has got. It can be reached again, so retry whatever has failed. */
  heardHead(chatId: string, head: number, changesHead = 0) {
    const { status, older, newer } = this.get(chatId);
    if (this.#chats.has(chatId) && status === 'failed') return void this.open(chatId).catch(() => undefined);
    if (older === 'away' || newer === 'away') this.#chats.put(chatId, { older: 'idle', newer: 'idle' });
    this.#changeAndCatchUp(chatId, (log) => heardChangesHead(heardHead(log, head), changesHead));
  }

  /** The chat is gone for this person: drops it with its caches. */
  forget(chatId: string) {
    clearTimeout(this.#timers.get(chatId));
    removeKeptMessages(chatId);
    this.#seen.forget(chatId);
    this.#chats.remove(chatId);
  }

  /** Fetches messages and changes until the log is up to date. Retries by itself when that fails. */
  async catchUp(chatId: string, attempt = 1): Promise<void> {
    if (this.#catchingUp.has(chatId) || this.#going.has(chatId) || this.get(chatId).status !== 'ready') return;
    this.#catchingUp.add(chatId);
    clearTimeout(this.#timers.get(chatId));
    try {
      if (!this.get(chatId).fresh) await this.#loadNewest(chatId);
      while (isBehind(this.get(chatId).log)) await this.#askForMore(chatId);
      while (isOutdated(this.get(chatId).log)) await this.#askForChanges(chatId);
    } catch (error) {
      if (wasRefused(error)) return;
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
    const asked = { ...stateOf(log), after: log.last };
    const page = await askPage(chatId, { after: log.last, limit: maxPageSize });
    this.#change(chatId, (now) => loadedAfter(now, page, asked));
  }

  async #askForChanges(chatId: string) {
    const { changes, changesHead, live } = this.get(chatId).log;
    if (live && changesHead - changes > farBehind) return this.#loadNewest(chatId, { anew: true });
    const asked = { after: changes, head: changesHead, limit: maxPageSize };
    const messages = await askMessages(chatId, { changedAfter: changes, limit: maxPageSize });
    this.#change(chatId, (log) => loadedChanges(log, messages, asked));
  }

  /** It is unknown which change this tab's cache is up to date with, so the first page replaces it instead of joining it. */
  async #loadNewest(chatId: string, { anew = !this.get(chatId).dated } = {}) {
    const move = this.#moves.get(chatId);
    const asked = stateOf(this.get(chatId).log);
    const page = await askPage(chatId, { limit: defaultPageSize });
    if (move !== this.#moves.get(chatId)) return;
    this.#moved(chatId, (log) => (anew ? begunAnew(log, page, asked) : loadedNewest(log, page, asked)));
  }

  /** Starts a move of the window: answers to earlier moves are ignored from now on. */
  #startMove(chatId: string): number {
    const move = (this.#moves.get(chatId) ?? 0) + 1;
    this.#moves.set(chatId, move);
    this.#eyes.delete(chatId);
    return move;
  }

  #moved(chatId: string, by: (log: MessageLog) => MessageLog) {
    this.#chats.put(chatId, { dated: true });
    this.#change(chatId, by);
    this.#chats.put(chatId, { status: 'ready', fresh: true, older: 'idle', newer: 'idle' });
    this.#seen.keep(chatId, this.get(chatId).log);
  }

  async #load(chatId: string, edge: 'older' | 'newer', ask: () => Promise<(log: MessageLog) => MessageLog>) {
    this.#chats.put(chatId, { [edge]: 'loading' });
    try {
      this.#change(chatId, await ask());
      this.#chats.put(chatId, { [edge]: 'idle' });
    } catch {
      // `heardHead` allows another try when the server can be reached again.
      this.#chats.put(chatId, { [edge]: 'away' });
    }
    await this.catchUp(chatId);
  }

  #changeAndCatchUp(chatId: string, by: (log: MessageLog) => MessageLog) {
    if (!this.#chats.has(chatId)) return;
    this.#change(chatId, by);
    void this.catchUp(chatId);
  }

  #change(chatId: string, by: (log: MessageLog) => MessageLog) {
    const before = this.get(chatId).log;
    const log = trimmed(by(before), this.#eyes.get(chatId) ?? null, held);
    if (log === before || !this.#chats.has(chatId)) return;
    const { dated } = this.get(chatId);
    if (dated && log.live) keepMessages(chatId, log.messages, log.changes);
    if (dated) this.#seen.keep(chatId, log);
    this.#chats.put(chatId, { log });
  }
}

const stateOf = ({ head, changes, changesHead }: MessageLog): LogState => ({ head, changes, changesHead });
