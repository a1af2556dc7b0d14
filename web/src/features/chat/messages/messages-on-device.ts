import type { Message } from '@koinonia/contracts/chat.ts';
import { inTime } from '../../../lib/in-time.ts';
import {
  mustBeHere,
  openDeviceDatabase,
  type ChatOnDevice,
  type DeviceDatabase,
} from '../../../lib/on-device/device-database.ts';
import type { MessageLog, Page } from '../model/message-log.ts';
import { messagesOf } from '../model/normalise.ts';
import { newestOf, type Range, rangeAt, rangesFrom, withRange } from '../model/ranges.ts';
import type { PageQuery } from './ask-messages.ts';

const mostOfOneChat = 3_000;
const mostOfAll = 20_000;
const gathering = 300;

/** Milliseconds. Catching up with the server waits for the device's list of chats; a slow device still shows what it has. */
export const patience = { chats: 3_000, messages: 10_000 };

/** Caches the messages that this person has seen on this device, for reading offline. Losing them does no other harm. */
export class MessagesOnDevice {
  readonly #uid: string;
  readonly #waiting = new Map<string, MessageLog>();
  #written = new WeakSet<Message>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(uid: string) {
    this.#uid = uid;
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** A page as the server would send it; undefined if it is not cached. Throws when the database does not answer. */
  page(chatId: string, query: PageQuery): Promise<Page | undefined> {
    return inTime(this.#page(chatId, query), patience.messages);
  }

  /** The newest cached messages of a chat: the server may have newer ones. Waits for the database, however slow it is. */
  async newest(chatId: string, limit: number): Promise<(Page & { readonly changes: number }) | undefined> {
    const chat = await (await this.#open()).get('chats', chatId);
    const range = chat?.ranges.at(-1);
    if (chat === undefined || range === undefined) return undefined;
    const messages = await this.#read(chatId, range, { limit, from: 'end' });
    return { messages, first: range.from === 0 && messages.length < limit, last: false, changes: chat.changes };
  }

  async #page(chatId: string, { limit, before, after, around }: PageQuery) {
    const chat = await (await this.#open()).get('chats', chatId);
    const place = before !== undefined ? before - 1 : after !== undefined ? after + 1 : around;
    const range = chat && place !== undefined ? rangeAt(chat.ranges, place) : undefined;
    if (chat === undefined || range === undefined || place === undefined) return undefined;
    const half = around === undefined ? limit : Math.ceil(limit / 2);
    const older =
      after !== undefined ? [] : await this.#read(chatId, { ...range, to: place }, { limit: half, from: 'end' });
    const following = { from: around === undefined ? place : place + 1, to: range.to };
    const newer = before !== undefined ? [] : await this.#read(chatId, following, { limit: half, from: 'start' });
    return {
      messages: [...older, ...newer],
      first: after === undefined && range.from === 0 && older.length < half,
      last: before === undefined && range === chat.ranges.at(-1) && newer.length < half,
      changes: chat.changes,
    };
  }

  /** Stores a window a moment later, so that quick changes are written once. */
  keep(chatId: string, log: MessageLog) {
    if (this.#stopped || (log.messages.length === 0 && !log.whole)) return;
    this.#waiting.set(chatId, log);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const logs = [...this.#waiting];
      this.#waiting.clear();
      this.#inTurn(async () => {
        for (const [id, window] of logs) await this.#write(id, window);
        await this.#bound();
      });
    }, gathering);
  }

  /** Replaces cached messages by newer versions; a deleted message keeps none of its content. */
  renew(
    chatId: string,
    messages: readonly Message[],
    { pick, changes }: { pick: (known: Message, told: Message) => Message; changes: number | undefined },
  ) {
    this.#inTurn(async () => {
      const transaction = (await this.#open()).transaction(['messages', 'chats'], 'readwrite');
      const store = transaction.objectStore('messages');
      for (const message of messages) {
        const known = (await store.get([chatId, message.seq])) as Message | undefined;
        if (known !== undefined) await store.put(pick(known, message), [chatId, message.seq]);
      }
      const chat = await transaction.objectStore('chats').get(chatId);
      if (chat !== undefined && changes !== undefined && changes > chat.changes)
        await transaction.objectStore('chats').put({ ...chat, changes });
      await transaction.done;
    });
  }

  /** The cached chats, each with the last change that its messages include. Throws when the database does not answer. */
  chats(): Promise<readonly ChatOnDevice[]> {
    return inTime(
      this.#open().then((database) => database.getAll('chats')),
      patience.chats,
    );
  }

  forget(chatId: string) {
    this.#waiting.delete(chatId);
    this.#inTurn(async () => this.#cut(chatId, []));
  }

  async #read(chatId: string, { from, to }: Range, { limit, from: side }: { limit: number; from: 'start' | 'end' }) {
    // After the last position there is nothing, and IDBKeyRange refuses an empty range.
    if (from > to) return [];
    const keys = IDBKeyRange.bound([chatId, from], [chatId, to]);
    const transaction = (await this.#open()).transaction('messages');
    const found: unknown[] = [];
    let cursor = await transaction.store.openCursor(keys, side === 'end' ? 'prev' : 'next');
    while (cursor !== null && found.length < limit) {
      found.push(cursor.value);
      cursor = await cursor.continue();
    }
    // A newer version that was here before may have stored what this one does not know.
    return messagesOf(side === 'end' ? found.reverse() : found);
  }

  async #write(chatId: string, log: MessageLog) {
    const first = log.messages[0];
    if (first === undefined) return this.#cut(chatId, []);
    const transaction = (await this.#open()).transaction(['messages', 'chats'], 'readwrite');
    const known = await transaction.objectStore('chats').get(chatId);
    let ranges: readonly Range[] = known?.ranges ?? [];
    // Another tab may have dropped what this one has written.
    const unwritten = log.messages.filter((one) => !this.#written.has(one) || rangeAt(ranges, one.seq) === undefined);
    for (const message of unwritten) await transaction.objectStore('messages').put(message, [chatId, message.seq]);
    if (log.whole) {
      // Earlier messages were deleted for this person on another device.
      ranges = rangesFrom(ranges, first.seq);
      await transaction.objectStore('messages').delete(IDBKeyRange.bound([chatId, 0], [chatId, first.seq - 1]));
    }
    await transaction.objectStore('chats').put({
      chatId,
      ranges: withRange(ranges, { from: log.whole ? 0 : first.seq, to: log.last }),
      changes: Math.min(log.changes, known?.changes ?? log.changes),
      usedAt: Date.now(),
    });
    // Before this, a full device may still undo all of it.
    await transaction.done;
    for (const message of unwritten) this.#written.add(message);
  }

  /** Drops the chats that were read longest ago when there are too many messages. */
  async #bound() {
    const database = await this.#open();
    const chats = (await database.getAll('chats')).sort((a, b) => a.usedAt - b.usedAt);
    for (const { chatId, ranges } of chats) {
      const kept = newestOf(ranges, mostOfOneChat);
      if (kept.length !== ranges.length || kept[0]?.from !== ranges[0]?.from) await this.#cut(chatId, kept);
    }
    for (const { chatId } of chats.slice(0, -1)) {
      if ((await database.count('messages')) <= mostOfAll) return;
      await this.#cut(chatId, []);
    }
  }

  /** Deletes all messages of a chat except these ranges. */
  async #cut(chatId: string, kept: Range[]) {
    // What is still in memory of this chat has to be written again.
    this.#written = new WeakSet();
    const transaction = (await this.#open()).transaction(['messages', 'chats'], 'readwrite');
    const chats = transaction.objectStore('chats');
    const chat = await chats.get(chatId);
    const end = (kept[0]?.from ?? Infinity) - 1;
    await transaction.objectStore('messages').delete(IDBKeyRange.bound([chatId, 0], [chatId, end]));
    if (kept.length === 0) await chats.delete(chatId);
    else if (chat !== undefined) await chats.put({ ...chat, ranges: kept });
    await transaction.done;
  }

  /** Asked at each use, since the browser may close its database at any time. */
  async #open(): Promise<DeviceDatabase> {
    const database = await openDeviceDatabase(this.#uid);
    mustBeHere(this.#uid);
    return database;
  }

  /** Runs one write after another. Errors are ignored: a device may be full or keep nothing. */
  #inTurn(work: () => Promise<void>) {
    this.#last = this.#last.then(() => (this.#stopped ? undefined : work())).catch(() => undefined);
  }
}
