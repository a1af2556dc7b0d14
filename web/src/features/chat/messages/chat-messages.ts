import { defaultPageSize, maxPageSize } from '@koinonia/contracts/chat.ts';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { Retry } from '../../../lib/retry.ts';
import { isOutdated, loadedChanges } from '../model/message-changes.ts';
import {
  begunAnew,
  holds,
  isBehind,
  isIn,
  leftBehind,
  loadedAfter,
  loadedAround,
  loadedNewest,
  logStateOf,
  type Page,
  takenAsEnd,
} from '../model/message-log.ts';
import { askMessages, askPage, pageFrom } from './ask-messages.ts';
import { ChatEdges } from './chat-edges.ts';
import type { ChatLog, LogChange } from './chat-log.ts';
import { ChatWindow } from './chat-window.ts';
import type { MessageCaches } from './message-caches.ts';
import { aroundSize, farBehind } from './message-sizes.ts';

const always = (_page: Page) => true;

interface ChatMessagesParts {
  readonly caches: MessageCaches;
  readonly onChange: () => void;
}

/**
 * The messages of one chat on this page, fetched where somebody reads, and kept in step with the server. Until it is shown,
 * it ignores all news.
 */
export class ChatMessages {
  readonly #chatId: string;
  /** Asks the server or, if it cannot give the page, this device. */
  readonly #askEither: typeof askPage;
  readonly #window: ChatWindow;
  readonly #edges: ChatEdges;
  /** The place to show when the server answers first: null for the newest end, undefined before the chat is opened. */
  #opensAt: number | null | undefined;
  /** The call for the first page that is on its way, and the place it asks for. */
  #opening: { readonly place: number | null; readonly call: Promise<void> } | undefined;
  #catchingUp = false;
  /** Somebody has asked for the newest end and does not have it yet. */
  #endWanted = false;
  /** The last move to the newest end. */
  #toEnd: number | undefined;
  readonly #retry = new Retry(() => void this.#catchUp());

  constructor(chatId: string, { caches, onChange }: ChatMessagesParts) {
    this.#chatId = chatId;
    this.#askEither = pageFrom(caches.onDevice);
    this.#window = new ChatWindow(chatId, { caches, onChange });
    this.#edges = new ChatEdges(chatId, this.#window, {
      ask: this.#askEither,
      onLoaded: () => this.#catchUp(),
      retry: () => this.retry(),
    });
  }

  get now(): ChatLog {
    return this.#window.now;
  }

  /** Ignores all answers that are still to come. */
  end() {
    this.#window.end();
    this.#retry.stop();
    this.#edges.end();
  }

  /**
   * Shows this tab's cache, and fetches the newest page, or the messages around `at`. Throws when that fails, and then
   * tries again by itself.
   */
  async open(at: number | null = this.#opensAt ?? null): Promise<void> {
    this.#opensAt = at;
    const shown = this.show();
    if (at !== null && !holds(this.now.log, at)) this.#window.set({ opened: false });
    if (this.now.status === 'failed') this.#window.set({ status: 'loading' });
    this.#retry.endPause();
    try {
      // Somebody may have scrolled through the cached messages meanwhile: what they read must not be replaced.
      await this.#askForFirstPage(this.#window.answered ? at : (this.#window.eye ?? at));
    } catch (error) {
      this.#window.refused = wasRefused(error);
      await shown;
      // After a mere failure of the first page, what is shown is not the place that was asked for.
      if (at === null || this.#window.answered || wasRefused(error)) this.#window.set({ opened: true });
      this.#failed(error);
      throw error;
    }
    await this.#catchUp();
  }

  #failed(error: unknown) {
    if (this.now.status !== 'ready') this.#window.set({ status: 'failed' });
    if (!wasRefused(error)) this.#retry.later();
  }

  async #askForFirstPage(place: number | null) {
    const opening = { place, call: place === null ? this.#loadNewest() : this.#goAround(place) };
    this.#opening = opening;
    try {
      await opening.call;
    } finally {
      if (this.#opening === opening) this.#opening = undefined;
    }
  }

  /** Shows cached messages without asking the server: this tab's at once, then this device's. */
  readonly show = () => this.#window.show();

  /** Moves the window to this position, unless it holds it already. */
  async goTo(seq: number): Promise<void> {
    const isHere = this.now.dated && holds(this.now.log, seq);
    this.#opensAt = isHere ? seq : null;
    // A move to the newest end would take them away again.
    if (isHere && this.#toEnd === this.#window.moves) this.#window.startMove();
    if (isHere) return;
    try {
      const opening = this.#window.going && this.#opening?.place === seq ? this.#opening.call : undefined;
      await (opening ?? this.#goAround(seq));
    } finally {
      void this.#catchUp();
    }
  }

  /**
   * Moves the window to the newest end, unless it is there already; if the server cannot be reached, to the newest messages
   * on this device. Somebody who has `written` sees their message at once, below what is shown. Throws if nothing nearer to
   * the end can be shown. False if the window has moved elsewhere meanwhile.
   */
  async toNewest({ written = false } = {}): Promise<boolean> {
    this.#opensAt = null;
    this.#window.eye = null;
    this.#endWanted = written || !this.now.log.live;
    if (this.now.log.live && !this.#window.going) return true;
    const move = this.#window.startMove();
    this.#toEnd = move;
    if (written) this.#window.change(takenAsEnd);
    try {
      await this.#loadNewest();
    } catch (error) {
      const isNearer = (end: number, late: boolean) => !late && move === this.#window.moves && end > this.now.log.last;
      const nearer = !wasRefused(error) && (await this.#window.showFromDevice(isNearer));
      if (move === this.#window.moves) {
        // The first page, which this move left behind, shows nothing any more.
        if (this.now.status === 'loading') this.#failed(error);
        if (!nearer && !written) throw error;
      }
    }
    const isThere = move === this.#window.moves;
    await this.#catchUp();
    return isThere;
  }

  /** Notes the message on the screen, so that a cut keeps it; null at the end, or when the chat is closed. */
  looksAt(seq: number | null) {
    this.#window.eye = seq;
    if (seq !== null) this.#endWanted = false;
  }

  readonly loadOlder = () => this.#edges.loadOlder();
  readonly loadNewer = () => this.#edges.loadNewer();

  /** Applies what the server has told, and fetches what is missing. */
  learn(by: LogChange) {
    if (!this.#window.isShown()) return;
    this.#window.change(by);
    if (this.now.log.live && !isBehind(this.now.log)) this.#endWanted = false;
    void this.#catchUp();
  }

  /** The server can be reached again: what could not be loaded past the edges may be asked for again. */
  retry() {
    const { older, newer } = this.now;
    if (older === 'away' || newer === 'away') this.#window.set({ older: 'idle', newer: 'idle' });
  }

  /**
   * The first place to ask the server for: where somebody is reading by now, since a page from this device must not vanish
   * while they read it, nor end in a gap; else where the chat opens.
   */
  #firstPlace(): number | null {
    const { opened, log } = this.now;
    const opensAt = this.#opensAt ?? null;
    return opened && log.messages.length > 0 ? (this.#window.eye ?? (opensAt === null ? null : log.last)) : opensAt;
  }

  /** Whether opening it has ended, well or not: until then, what is missing comes with the first page. */
  readonly #hasOpened = () => this.#opensAt !== undefined && (this.#opening === undefined || this.#window.answered);

  readonly #isUnanswered = () => this.#opensAt !== undefined && !this.#window.answered;

  /** Changes nothing if the person has scrolled away before the answer comes; the chat then still counts as unanswered. */
  async #loadFirst() {
    const place = this.#firstPlace();
    const isWanted = (page: Page) => {
      const now = this.#firstPlace();
      return now === place || isIn(page, now);
    };
    if (place === null) await this.#loadNewest({ isWanted });
    else await this.#goAround(place, { ask: askPage, isWanted });
  }

  async #goAround(seq: number, { ask = this.#askEither, isWanted = always } = {}) {
    const move = this.#window.startMove({ going: true });
    try {
      const asked = logStateOf(this.now.log);
      const page = await ask(this.#chatId, { around: seq, limit: aroundSize });
      if (move !== this.#window.moves || !isWanted(page)) return;
      if (!isIn(page, this.#window.eye)) this.#window.eye = seq;
      this.#window.moved(page, (log) => loadedAround(log, page, asked));
    } finally {
      this.#window.endMove(move);
    }
  }

  /** `anew`: replaces the log instead of joining it, because it is unknown up to which change this tab's cache is current. */
  async #loadNewest({ anew = !this.now.dated, isWanted = always } = {}) {
    const { moves } = this.#window;
    const asked = logStateOf(this.now.log);
    const page = await askPage(this.#chatId, { limit: defaultPageSize });
    if (moves !== this.#window.moves || !isWanted(page)) return;
    this.#endWanted = false;
    this.#window.moved(page, (log) => (anew ? begunAnew : loadedNewest)(log, page, asked));
  }

  /** Fetches messages and changes until the log is up to date. Tries again by itself when that fails. */
  async #catchUp(): Promise<void> {
    if (!this.#hasOpened() || this.#catchingUp || this.#window.going || !this.#window.isOpen()) return;
    this.#catchingUp = true;
    // Only after a pause that has passed is the next one longer.
    if (this.#retry.isPausing) this.#retry.endPause();
    try {
      // News may come while any of these is on its way.
      for (let step = this.#nextStep(); step !== undefined; step = this.#nextStep()) await step();
      if (this.#isUnanswered()) this.#retry.later();
      else this.#retry.succeeded();
    } catch (error) {
      this.#window.refused = wasRefused(error);
      if (!this.#window.refused) this.#retry.later();
    } finally {
      this.#catchingUp = false;
    }
  }

  #nextStep(): (() => Promise<void>) | undefined {
    if (!this.#window.isOpen() || this.#window.going) return undefined;
    if (this.#isUnanswered()) return () => this.#loadFirst();
    if (isBehind(this.now.log)) return () => this.#askForMore();
    return isOutdated(this.now.log) ? () => this.#askForChanges() : undefined;
  }

  async #askForMore() {
    const { log } = this.now;
    const isFar = log.head - log.last > farBehind;
    // Somebody who is reading, and has not asked for the end, stays where they are.
    const reads = log.messages.length > 0 && !this.#endWanted;
    if (isFar) return reads ? this.#window.change(leftBehind) : this.#loadNewest();
    const asked = { ...logStateOf(log), after: log.last };
    const page = await askPage(this.#chatId, { after: log.last, limit: maxPageSize });
    this.#window.change((now) => loadedAfter(now, page, asked));
  }

  async #askForChanges() {
    const { changes, changesHead, live } = this.now.log;
    const { eye } = this.#window;
    const isFar = live && changesHead - changes > farBehind;
    if (isFar) return eye === null ? this.#loadNewest({ anew: true }) : this.#goAround(eye, { ask: askPage });
    const asked = { after: changes, head: changesHead, limit: maxPageSize };
    const messages = await askMessages(this.#chatId, { changedAfter: changes, limit: maxPageSize });
    this.#window.change((log) => loadedChanges(log, messages, asked));
  }
}
