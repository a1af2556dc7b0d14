import {
  addToOutbox,
  laneOf,
  readOutbox,
  removeFromOutbox,
  replaceInOutbox,
  type OutboxEntry,
} from './outbox-database.ts';

/** Why an entry is ahead of the database: it is being added; the database cannot keep it; it has an older state of it. */
type Ahead = 'writing' | 'memory' | 'older';

/** One person's outbox as a page shows it: in step across tabs, and ahead of a database that cannot be written. */
export class OutboxList {
  #entries: readonly OutboxEntry[] = [];
  readonly #uid: string;
  readonly #listeners = new Set<() => void>();
  readonly #ahead = new Map<string, { entry: OutboxEntry; kept: Ahead }>();
  /** Entries that are gone, but may still be in the database. */
  readonly #removed = new Set<string>();
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
    this.#become(this.#entries);
    this.#tellTabs();
    return !this.#ahead.has(entry.clientId);
  }

  /** True when closing the page would lose an entry. */
  readonly holdsUnkept = () => [...this.#ahead.values()].some(({ kept }) => kept !== 'older');

  async replace(entry: OutboxEntry) {
    const { clientId } = entry;
    const kept = this.#ahead.get(clientId)?.kept ?? 'older';
    this.#ahead.set(clientId, { entry, kept });
    this.#become(this.#entries.map((one) => (one.clientId === clientId ? entry : one)));
    try {
      await replaceInOutbox(entry);
      if (kept === 'older' && this.#ahead.get(clientId)?.entry === entry) this.#ahead.delete(clientId);
    } catch {
      // The page goes by its own state of the entry.
    }
    await this.#changed();
  }

  async remove(clientId: string) {
    if (this.#ahead.get(clientId)?.kept !== 'memory') this.#removed.add(clientId);
    this.#ahead.delete(clientId);
    this.#become(this.#entries.filter((one) => one.clientId !== clientId));
    await this.#deleteRemoved();
    await this.#changed();
  }

  async reload() {
    await this.#deleteRemoved();
    const rows = await readOutbox(this.#uid).catch(() => undefined);
    if (rows === undefined) return;
    const written = rows.filter(({ clientId }) => !this.#removed.has(clientId));
    const ids = new Set(written.map(({ clientId }) => clientId));
    // Another tab has sent or discarded it.
    for (const [id, { kept }] of this.#ahead) if (kept === 'older' && !ids.has(id)) this.#ahead.delete(id);
    const unwritten = [...this.#ahead.values()].map(({ entry }) => entry).filter(({ clientId }) => !ids.has(clientId));
    this.#become([...written.map((row) => this.#ahead.get(row.clientId)?.entry ?? row), ...unwritten]);
  }

  /** What cannot be deleted is tried again before each reading. */
  async #deleteRemoved() {
    const gone = (id: string) => removeFromOutbox(id).then(() => void this.#removed.delete(id));
    await Promise.allSettled([...this.#removed].map(gone));
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
