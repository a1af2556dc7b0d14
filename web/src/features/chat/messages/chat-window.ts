import { inTime } from '../../../lib/in-time.ts';
import { loadedNewest, logStateOf, type Page, trimmed } from '../model/message-log.ts';
import { type ChatLog, cachedInTab, type LogChange, unopened } from './chat-log.ts';
import { aroundSize, held } from './message-sizes.ts';
import type { MessageCaches } from './message-caches.ts';
import { patience } from './messages-on-device.ts';

interface ChatWindowParts {
  readonly caches: MessageCaches;
  readonly onChange: () => void;
}

/** This page's window on one chat's messages: its content, where somebody looks, and how it moves. It never asks the server. */
export class ChatWindow {
  readonly #chatId: string;
  readonly #parts: ChatWindowParts;
  #now: ChatLog = unopened;
  #life: 'unopened' | 'shown' | 'ended' = 'unopened';
  #answered = false;
  #shown: Promise<void> | undefined;
  /** The message on the screen. */
  eye: number | null = null;
  /** The server refused the last attempt to load it. */
  refused = false;
  #moves = 0;
  #going = false;

  constructor(chatId: string, parts: ChatWindowParts) {
    this.#chatId = chatId;
    this.#parts = parts;
  }

  get now(): ChatLog {
    return this.#now;
  }

  /** The server has answered since the chat was opened. */
  get answered(): boolean {
    return this.#answered;
  }

  /** The number of moves so far: an answer to an earlier move is ignored. */
  get moves(): number {
    return this.#moves;
  }

  /** It will move to another place as soon as that is loaded. */
  get going(): boolean {
    return this.#going;
  }

  isShown(): boolean {
    return this.#life === 'shown';
  }

  isOpen(): boolean {
    return this.isShown() && this.#now.status !== 'loading';
  }

  end() {
    this.#life = 'ended';
  }

  /** Shows cached messages: this tab's at once, then this device's. If the device is late, only while nothing else is shown. */
  show(): Promise<void> {
    if (this.#life !== 'ended') this.#shown ??= this.#showCached();
    return this.#shown ?? Promise.resolve();
  }

  async #showCached(): Promise<void> {
    this.#life = 'shown';
    this.set(cachedInTab(this.#chatId));
    const mayBeLate = () => this.#now.log.messages.length === 0 && !this.refused;
    await this.showFromDevice((end, late) => !this.#now.fresh && end >= this.#now.log.last && (!late || mayBeLate()));
  }

  /**
   * Shows the newest messages of this device's cache, up to `end`, if `isWanted` agrees; `late`: they came after the time
   * limit. False if nothing was shown in time.
   */
  async showFromDevice(isWanted: (end: number, late: boolean) => boolean): Promise<boolean> {
    let late = false;
    const shown = this.#parts.caches.onDevice.newest(this.#chatId, aroundSize).then((page) => {
      if (page === undefined || !isWanted(page.messages.at(-1)?.seq ?? 0, late)) return false;
      this.change((now) => loadedNewest({ ...now, messages: [], last: 0 }, page, logStateOf(now)));
      this.set({ status: 'ready', dated: true });
      return true;
    });
    const isShown = await inTime(shown, patience.messages).catch(() => false);
    late = true;
    return isShown;
  }

  /** Starts a move and returns its number; `going` if the place is not loaded yet. */
  startMove({ going = false } = {}): number {
    this.#going = going;
    return ++this.#moves;
  }

  /** The place is loaded, or cannot be. */
  endMove(move: number) {
    if (move === this.#moves) this.#going = false;
  }

  moved(page: Page, by: LogChange) {
    this.#answered ||= page.changes === undefined;
    this.change(by, { status: 'ready', fresh: true, opened: true, dated: true, older: 'idle', newer: 'idle' });
  }

  /** Changes the log, and caches it if it is known which changes it includes. */
  change(by: LogChange, also?: Partial<ChatLog>) {
    const log = trimmed(by(this.#now.log), this.eye, held);
    if (log === this.#now.log && also === undefined) return;
    this.set({ ...also, log });
    if (this.#life === 'shown' && this.#now.dated) this.#parts.caches.keep(this.#chatId, log);
  }

  set(change: Partial<ChatLog>) {
    if (this.#life === 'ended') return;
    this.#now = { ...this.#now, ...change };
    this.#parts.onChange();
  }
}
