import {
  addToOutbox,
  laneOf,
  readOutbox,
  removeFromOutbox,
  replaceInOutbox,
  type OutboxEntry,
} from './outbox-database.ts';

/** What one person has waiting, as a page shows it: the database's list, in step across tabs, and ahead of it by what is being written. */
export class OutboxList {
  #entries: readonly OutboxEntry[] = [];
  readonly #uid: string;
  readonly #listeners = new Set<() => void>();
  /** Shown already; 'writing' until the database has it, 'memory' when it will not have it. */
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

  /** The lane's first entry that may go out: not refused, and safely kept before. */
  nextOf(lane: string) {
    return this.#entries.find(
      (entry) =>
        laneOf(entry) === lane && entry.refusal === undefined && this.#ahead.get(entry.clientId)?.kept !== 'writing',
    );
  }

  /** True when the database has it too: it survives the page. */
  async add(entry: OutboxEntry): Promise<boolean> {
    this.#ahead.set(entry.clientId, { entry, kept: 'writing' });
    this.#become([...this.#entries, entry]);
    try {
      await addToOutbox(entry);
      this.#ahead.delete(entry.clientId);
    } catch {
      // A browser that keeps nothing must still be able to send.
      this.#ahead.set(entry.clientId, { entry, kept: 'memory' });
    }
    this.#tellTabs();
    return !this.#ahead.has(entry.clientId);
  }

  /** Something would be lost with the page. */
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

  /** Read again, because a reading that began before the change may have been shown after it. */
  async #changed() {
    this.#tellTabs();
    await this.reload();
  }

  #tellTabs() {
    try {
      this.#tabs.postMessage('changed');
    } catch {
      // Closed meanwhile: the other tabs read the list when they next send.
    }
  }

  #become(entries: readonly OutboxEntry[]) {
    this.#entries = entries;
    for (const listener of this.#listeners) listener();
  }
}
