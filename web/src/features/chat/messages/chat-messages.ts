import { defaultPageSize, maxPageSize } from '@koinonia/contracts/chat.ts';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { backoff } from '../../../lib/outbox/backoff.ts';
import { isOutdated, loadedChanges } from '../model/message-changes.ts';
import {
  begunAnew,
  holds,
  isBehind,
  loadedAfter,
  loadedAround,
  loadedBefore,
  loadedNewest,
  type Page,
  stateOf,
  takenAsEnd,
  trimmed,
} from '../model/message-log.ts';
import { askMessages, askPage } from './ask-messages.ts';
import { type ChatLog, keptInTab, type LogChange, unopened } from './chat-log.ts';
import type { KeptChats } from './kept-chats.ts';
import { keepMessages } from './message-cache.ts';
import { aroundSize, farBehind, held } from './message-sizes.ts';
import type { SeenMessages } from './seen-messages.ts';

interface ChatMessagesParts {
  readonly seen: SeenMessages;
  readonly kept: KeptChats;
  readonly onChange: () => void;
}

/** The messages of one chat on this page, kept in step with the server. Until it is shown, it ignores all news. */
export class ChatMessages {
  readonly #chatId: string;
  readonly #parts: ChatMessagesParts;
  #now: ChatLog = unopened;
  #life: 'unopened' | 'shown' | 'ended' = 'unopened';
  /** The place to show when the server answers first: null for the newest end, undefined before the chat is opened. */
  #opensAt: number | null | undefined;
  /** The server has answered since the chat was opened. */
  #answered = false;
  /** The message on the screen. */
  #eye: number | null = null;
  /** Moves of the window so far: an answer to an earlier move is ignored. */
  #moves = 0;
  #going = false;
  #catchingUp = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #edgesAgain: ReturnType<typeof setTimeout> | undefined;
  #edgeFailures = 0;

  constructor(chatId: string, parts: ChatMessagesParts) {
    this.#chatId = chatId;
    this.#parts = parts;
  }

  get now(): ChatLog {
    return this.#now;
  }

  /** Ignores all answers that are still to come. */
  end() {
    this.#life = 'ended';
    clearTimeout(this.#again);
    clearTimeout(this.#edgesAgain);
  }

  /**
   * Shows this tab's cache, and fetches the newest page, or the messages around `at`. Throws when that fails, and then
   * tries again by itself.
   */
  async open(at: number | null = this.#opensAt ?? null): Promise<void> {
    this.#opensAt = at;
    const shown = this.show();
    if (at !== null && !holds(this.#now.log, at)) this.#set({ opened: false });
    if (this.#now.status === 'failed') this.#set({ status: 'loading' });
    try {
      await this.#loadAt(at);
    } catch (error) {
      await shown;
      // What is shown instead of a place is not what is going to be read.
      if (at === null || wasRefused(error)) this.#set({ opened: true });
      if (this.#now.log.messages.length === 0) this.#set({ status: 'failed' });
      this.#catchUpLater(error);
      throw error;
    }
    await this.#catchUp();
  }

  /** Shows cached messages without asking the server: this tab's at once, then this device's. */
  async show(): Promise<void> {
    if (this.#life !== 'unopened') return;
    this.#life = 'shown';
    this.#set(keptInTab(this.#chatId));
    await this.#showSeen((end) => !this.#now.fresh && end >= this.#now.log.last);
  }

  /** Moves the window to this position, unless it holds it already. */
  async goTo(seq: number): Promise<void> {
    const isHere = this.#now.dated && holds(this.#now.log, seq);
    this.#opensAt = isHere ? seq : null;
    if (isHere) return;
    try {
      await this.#goAround(seq);
    } finally {
      void this.#catchUp();
    }
  }

  /**
   * Moves the window to the newest end, unless it is there already; if the server cannot be reached, to what this device
   * has of it. Somebody who has `written` sees their message at once, below what is shown. Throws when there is nothing
   * nearer to the end.
   */
  async toNewest({ written = false } = {}): Promise<void> {
    this.#opensAt = null;
    this.#eye = null;
    if (this.#now.log.live && !this.#going) return;
    const move = this.#startMove();
    if (written) this.#change(takenAsEnd);
    try {
      await this.#loadNewest();
    } catch (error) {
      const isNearer = (end: number) => move === this.#moves && end > this.#now.log.last;
      const nearer = !wasRefused(error) && (await this.#showSeen(isNearer));
      if (!nearer && !written) throw error;
    }
    await this.#catchUp();
  }

  /** Notes the message that is on the screen, so that a cut keeps it; null at the end, or when the chat is closed. */
  looksAt(seq: number | null) {
    this.#eye = seq;
  }

  async loadOlder(): Promise<void> {
    const { log, older } = this.#now;
    const before = log.messages[0]?.seq;
    if (before === undefined || log.whole || older !== 'idle') return;
    await this.#load('older', async () => {
      const asked = { ...stateOf(log), before };
      const page = await this.#parts.kept.ask(this.#chatId, { before, limit: defaultPageSize });
      return (now) => loadedBefore(now, page, asked);
    });
  }

  async loadNewer(): Promise<void> {
    const { log, newer } = this.#now;
    if (log.live || newer !== 'idle') return;
    await this.#load('newer', async () => {
      const asked = { ...stateOf(log), after: log.last };
      const page = await this.#parts.kept.ask(this.#chatId, { after: log.last, limit: defaultPageSize });
      return (now) => loadedAfter(now, page, asked);
    });
  }

  /** Applies what the server has told, and fetches what is missing now. */
  learn(by: LogChange) {
    if (this.#life !== 'shown') return;
    this.#change(by);
    void this.#catchUp();
  }

  /** The server can be reached again: tries again what has failed. */
  retry() {
    const { status, older, newer } = this.#now;
    if (status === 'failed') this.open().catch(() => undefined);
    if (older === 'away' || newer === 'away') this.#set({ older: 'idle', newer: 'idle' });
  }

  /** Shows the newest messages of this device's cache, if the page wants them up to that `end`. */
  async #showSeen(isWanted: (end: number) => boolean): Promise<boolean> {
    const seen = await this.#parts.seen.newest(this.#chatId, aroundSize).catch(() => undefined);
    if (seen === undefined || !isWanted(seen.messages.at(-1)?.seq ?? 0)) return false;
    this.#change((now) => loadedNewest({ ...now, messages: [], last: 0 }, seen, stateOf(now)));
    this.#set({ status: 'ready', dated: true });
    return true;
  }

  async #loadAt(place: number | null, ask?: KeptChats['ask']) {
    if (place === null) await this.#loadNewest();
    else await this.#goAround(place, ask);
  }

  /** By now, somebody may be reading a page of this device, which must not go from under their eyes, nor end in a gap. */
  #firstPlace(opensAt: number | null): number | null {
    const { fresh, log } = this.#now;
    return fresh ? (this.#eye ?? (opensAt === null ? null : log.last)) : opensAt;
  }

  async #goAround(seq: number, ask: KeptChats['ask'] = this.#parts.kept.ask) {
    const move = this.#startMove();
    this.#going = true;
    try {
      const asked = stateOf(this.#now.log);
      const page = await ask(this.#chatId, { around: seq, limit: aroundSize });
      if (move !== this.#moves) return;
      this.#eye = seq;
      this.#moved(page, (log) => loadedAround(log, page, asked));
    } finally {
      if (move === this.#moves) this.#going = false;
    }
  }

  /** It is unknown which change this tab's cache is up to date with, so the first page replaces it instead of joining it. */
  async #loadNewest({ anew = !this.#now.dated } = {}) {
    const move = this.#moves;
    const asked = stateOf(this.#now.log);
    const page = await askPage(this.#chatId, { limit: defaultPageSize });
    if (move === this.#moves) this.#moved(page, (log) => (anew ? begunAnew : loadedNewest)(log, page, asked));
  }

  #startMove(): number {
    this.#going = false;
    return ++this.#moves;
  }

  async #load(edge: 'older' | 'newer', ask: () => Promise<LogChange>) {
    this.#set({ [edge]: 'loading' });
    try {
      this.#change(await ask(), { [edge]: 'idle' });
      this.#edgeFailures = 0;
    } catch (error) {
      this.#set({ [edge]: 'away' });
      if (!wasRefused(error)) this.#loadLater();
    }
    await this.#catchUp();
  }

  /** Without a network, it waits for `retry`. */
  #loadLater() {
    clearTimeout(this.#edgesAgain);
    this.#edgeFailures += 1;
    this.#edgesAgain = setTimeout(() => navigator.onLine && this.retry(), backoff(this.#edgeFailures));
  }

  /** Fetches messages and changes until the log is up to date. Tries again by itself when that fails. */
  async #catchUp(attempt = 1): Promise<void> {
    if (this.#catchingUp || this.#going || !this.#isOpen()) return;
    this.#catchingUp = true;
    clearTimeout(this.#again);
    try {
      if (!this.#answered && this.#opensAt !== undefined) await this.#loadAt(this.#firstPlace(this.#opensAt), askPage);
      while (this.#isOpen() && isBehind(this.#now.log)) await this.#askForMore();
      while (this.#isOpen() && isOutdated(this.#now.log)) await this.#askForChanges();
      if (!this.#answered && this.#opensAt !== undefined) this.#catchUpLater(undefined, attempt);
    } catch (error) {
      this.#catchUpLater(error, attempt);
    } finally {
      this.#catchingUp = false;
    }
  }

  #catchUpLater(error: unknown, attempt = 1) {
    if (wasRefused(error)) return;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.#catchUp(attempt + 1), backoff(attempt));
  }

  #isOpen(): boolean {
    return this.#life === 'shown' && this.#now.status !== 'loading';
  }

  async #askForMore() {
    const { log } = this.#now;
    if (log.head - log.last > farBehind) return this.#loadNewest();
    const asked = { ...stateOf(log), after: log.last };
    const page = await askPage(this.#chatId, { after: log.last, limit: maxPageSize });
    this.#change((now) => loadedAfter(now, page, asked));
  }

  async #askForChanges() {
    const { changes, changesHead, live } = this.#now.log;
    if (live && changesHead - changes > farBehind) return this.#loadNewest({ anew: true });
    const asked = { after: changes, head: changesHead, limit: maxPageSize };
    const messages = await askMessages(this.#chatId, { changedAfter: changes, limit: maxPageSize });
    this.#change((log) => loadedChanges(log, messages, asked));
  }

  #moved(page: Page, by: LogChange) {
    this.#answered ||= page.changes === undefined;
    this.#change(by, { status: 'ready', fresh: true, opened: true, dated: true, older: 'idle', newer: 'idle' });
  }

  /** Changes the log, and caches it when it is known which changes it includes. */
  #change(by: LogChange, also?: Partial<ChatLog>) {
    const log = trimmed(by(this.#now.log), this.#eye, held);
    if (log === this.#now.log && also === undefined) return;
    this.#set({ ...also, log });
    if (this.#life !== 'shown' || !this.#now.dated) return;
    if (log.live && !isBehind(log)) keepMessages(this.#chatId, log.messages, log.changes);
    this.#parts.seen.keep(this.#chatId, log);
  }

  #set(change: Partial<ChatLog>) {
    if (this.#life === 'ended') return;
    this.#now = { ...this.#now, ...change };
    this.#parts.onChange();
  }
}
