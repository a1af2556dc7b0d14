import {
  addToOutbox,
  laneOf,
  readOutbox,
  removeFromOutbox,
  replaceInOutbox,
  type OutboxEntry,
} from './outbox-database.ts';

/** One person's outbox as a page shows it: in step across tabs, with the entries not yet written to the database. */
export class OutboxList {
  #entries: readonly OutboxEntry[] = [];
  readonly #uid: string;
  readonly #listeners = new Set<() => void>();
  /** Entries that are shown but not in the database: 'writing' until they are, 'memory' if the database cannot keep them. */
  readonly #ahead = new Map<string, { entry: OutboxEntry; kept: 'writing' | 'memory' }>();
  readonly #tabs = new BroadcastChannel('koinonia:outbox');

  constructor(uid: string) {
    this.#uid = uid;
    this.#tabs.addEventListener('message', () => void this.reload());
  }

  readonly entries = () => this.#entries;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

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
    try {
      await addToOutbox(entry);
      this.#ahead.delete(entry.clientId);
    } catch {
      // Sending must work even in a browser that keeps nothing.
      this.#ahead.set(entry.clientId, { entry, kept: 'memory' });
    }
    this.#tellTabs();
    return !this.#ahead.has(entry.clientId);
  }

  /** True when closing the page would lose an entry. */
  holdsUnkept() {
    return this.#ahead.size > 0;
  }

  async replace(entry: OutboxEntry) {
    const ahead = this.#ahead.get(entry.clientId);
    if (ahead !== undefined) this.#ahead.set(entry.clientId, { ...ahead, entry });
    this.#become(this.#entries.map((one) => (one.clientId === entry.clientId ? entry : one)));
    await replaceInOutbox(entry).catch(() => undefined);
    await this.#changed();
  }

  async remove(clientId: string) {
    this.#ahead.delete(clientId);
    this.#become(this.#entries.filter((one) => one.clientId !== clientId));
    await removeFromOutbox(clientId).catch(() => undefined);
    await this.#changed();
  }

  async reload() {
    const written = await readOutbox(this.#uid).catch(() => undefined);
    if (written === undefined) return;
    const ids = new Set(written.map((entry) => entry.clientId));
    const ahead = [...this.#ahead.values()].map(({ entry }) => entry).filter((entry) => !ids.has(entry.clientId));
    this.#become([...written, ...ahead]);
  }

  /** Reads again, because a read that began before the change may have finished after it. */
  async #changed() {
    this.#tellTabs();
    await this.reload();
  }

  #tellTabs() {
    try {
      this.#tabs.postMessage('changed');
    } catch {
      // The channel is closed: the other tabs read the list when they next send.
    }
  }

  #become(entries: readonly OutboxEntry[]) {
    this.#entries = entries;
    for (const listener of this.#listeners) listener();
  }
}
