import type { Message } from '@koinonia/contracts/chat.ts';
import { createListeners } from '../listeners.ts';
import { askToKeep } from './ask-to-keep.ts';
import {
  addToOutbox,
  laneOf,
  readOutbox,
  removeFromOutbox,
  replaceInOutbox,
  soon,
  type OutboxEntry,
} from './outbox-database.ts';

/** Why an entry is ahead of the database, which is still adding it, does not keep it, or has an older state of it. */
type Ahead = 'writing' | 'memory' | 'older';

/** What tabs tell one another: the list has changed, and which message was sent. */
interface Told {
  readonly sent?: Message | undefined;
}

export interface OutboxListOptions {
  readonly uid: string;
  /** Another tab has sent this message. Its entry is still there. */
  onSentElsewhere(message: Message): void;
  /** The list was read again: another tab changed it, or a silent database answered. */
  onTold(): void;
}

const ignored = () => undefined;

/** One person's outbox as a page shows it: in step across tabs, and ahead of a database that cannot be written. */
export class OutboxList {
  #entries: readonly OutboxEntry[] = [];
  readonly #uid: string;
  readonly #listeners = createListeners();
  readonly #ahead = new Map<string, { entry: OutboxEntry; kept: Ahead }>();
  /** Entries that are gone, but may still be in the database. */
  readonly #removed = new Set<string>();
  readonly #tabs = new BroadcastChannel('koinonia:outbox');
  readonly #reloadTold: () => void;

  constructor({ uid, onSentElsewhere, onTold }: OutboxListOptions) {
    this.#uid = uid;
    this.#reloadTold = () => void this.reload().then(onTold);
    this.#tabs.addEventListener('message', ({ data: { sent } }: MessageEvent<Told>) => {
      // The tab may be another person's.
      if (sent?.senderId === uid) onSentElsewhere(sent);
      this.#reloadTold();
    });
  }

  readonly entries = () => this.#entries;

  /** Those that the server has not refused. */
  readonly waiting = () => this.#entries.filter(({ refusal }) => refusal === undefined);

  readonly subscribe = this.#listeners.subscribe;

  close() {
    this.#tabs.close();
  }

  find(clientId: string) {
    return this.#entries.find((entry) => entry.clientId === clientId);
  }

  /** The lane's first entry that may go out: not refused, and no longer being written to the database. */
  nextOf(lane: string) {
    return this.#entries.find(
      (entry) =>
        laneOf(entry) === lane && entry.refusal === undefined && this.#ahead.get(entry.clientId)?.kept !== 'writing',
    );
  }

  /** True when the entry is in the database and so survives the page. */
  async add(entry: OutboxEntry): Promise<boolean> {
    this.#ahead.set(entry.clientId, { entry, kept: 'writing' });
    this.#become([...this.#entries, entry]);
    const adding = addToOutbox(entry);
    void adding.then(askToKeep, ignored);
    try {
      await soon(adding);
      this.#ahead.delete(entry.clientId);
    } catch {
      // Sending must work even in a browser that keeps nothing. It may have been discarded in the meantime.
      if (this.#ahead.has(entry.clientId)) this.#ahead.set(entry.clientId, { entry, kept: 'memory' });
      void adding.then(() => this.#addedLate(entry.clientId), ignored);
    }
    this.#become(this.#entries);
    this.#tellTabs();
    return !this.#ahead.has(entry.clientId);
  }

  /** True when closing the page would lose an entry. */
  holdsUnkept(): boolean {
    return [...this.#ahead.values()].some(({ kept }) => kept !== 'older');
  }

  async replace(entry: OutboxEntry) {
    const { clientId } = entry;
    const kept = this.#ahead.get(clientId)?.kept ?? 'older';
    this.#ahead.set(clientId, { entry, kept });
    this.#become(this.#entries.map((one) => (one.clientId === clientId ? entry : one)));
    try {
      await soon(replaceInOutbox(entry));
      if (kept === 'older' && this.#ahead.get(clientId)?.entry === entry) this.#ahead.delete(clientId);
    } catch {
      // The page keeps its own state of the entry.
    }
    await this.#changed();
  }

  /** `sent` is the message that the entry has become. */
  async remove(clientId: string, sent?: Message) {
    this.#removed.add(clientId);
    this.#ahead.delete(clientId);
    this.#become(this.#entries.filter((one) => one.clientId !== clientId));
    await this.#deleteRemoved();
    await this.#changed({ sent });
  }

  async reload() {
    await this.#deleteRemoved();
    const reading = readOutbox(this.#uid);
    const rows = await soon(reading).catch(() => undefined);
    if (rows === undefined) return void reading.then(this.#reloadTold, ignored);
    const written = rows.filter(({ clientId }) => !this.#removed.has(clientId));
    const ids = new Set(written.map(({ clientId }) => clientId));
    // Another tab has sent or discarded it.
    for (const [id, { kept }] of this.#ahead) if (kept === 'older' && !ids.has(id)) this.#ahead.delete(id);
    const unwritten = [...this.#ahead.values()].map(({ entry }) => entry).filter(({ clientId }) => !ids.has(clientId));
    const asHere = written.map((row) => this.#ahead.get(row.clientId)?.entry ?? row);
    this.#become(unwritten.reduce<readonly OutboxEntry[]>((all, entry) => this.#withInPlace(all, entry), asHere));
  }

  /** Puts an entry that is only in memory before the first one that was written after it. */
  #withInPlace(entries: readonly OutboxEntry[], entry: OutboxEntry): readonly OutboxEntry[] {
    const here = this.#entries.map(({ clientId }) => clientId);
    const later = new Set(here.slice(here.indexOf(entry.clientId) + 1));
    const next = entries.findIndex(({ clientId }) => later.has(clientId));
    return entries.toSpliced(next === -1 ? entries.length : next, 0, entry);
  }

  /** If the page has changed the entry since, it is ahead of what was added. */
  #addedLate(clientId: string) {
    const ahead = this.#ahead.get(clientId);
    if (ahead !== undefined) this.#ahead.set(clientId, { ...ahead, kept: 'older' });
  }

  /** What cannot be deleted is tried again before each reading. */
  async #deleteRemoved() {
    const gone = (id: string) => soon(removeFromOutbox(id)).then(() => void this.#removed.delete(id));
    await Promise.allSettled([...this.#removed].map(gone));
  }

  /** Reads again, because a read that began before the change may have finished after it. */
  async #changed(told: Told = {}) {
    this.#tellTabs(told);
    await this.reload();
  }

  #tellTabs(told: Told = {}) {
    try {
      this.#tabs.postMessage(told);
    } catch {
      // The channel is closed: the other tabs read the list when they next send.
    }
  }

  #become(entries: readonly OutboxEntry[]) {
    this.#entries = entries;
    this.#listeners.tell();
  }
}
