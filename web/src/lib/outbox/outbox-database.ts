import type { RepliedTo } from '@koinonia/contracts/chat.ts';
import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import type { DBSchema } from 'idb';
import { browserDatabase } from '../browser-database.ts';
import { inTime } from '../in-time.ts';

/** A message that the server has not yet answered for. */
export interface OutboxEntry {
  /** Made when Enter was pressed: sending it twice makes one message. */
  readonly clientId: string;
  readonly uid: string;
  readonly chatId: string;
  readonly text: string;
  readonly attachmentUrl: string | null;
  readonly attachment?: AttachmentAbout;
  /** A file to upload first. It stays until the message is sent: the server deletes uploads that no message uses. */
  readonly file?: Blob;
  /** The message that it replies to, as it was at the time of writing. */
  readonly replyTo?: RepliedTo;
  readonly mentions?: readonly string[];
  readonly createdAt: string;
  /** The last position in the chat that the writer knew at that moment. */
  readonly afterSeq: number;
  /** The server's words when it refused. The entry is not sent again until the writer asks for it. */
  readonly refusal?: string;
}

/** True while its file is not uploaded. */
export const hasToUpload = (entry: OutboxEntry) => entry.file !== undefined && entry.attachmentUrl === null;

/** Entries of one lane go out one after another. A chat's files have their own lane, so that no text waits for a file. */
export const laneOf = (entry: OutboxEntry) => (hasToUpload(entry) ? `${entry.chatId}:files` : entry.chatId);

interface OutboxSchema extends DBSchema {
  entries: { key: number; value: OutboxEntry; indexes: { clientId: string } };
}

/** Set in local storage while the outbox is to be emptied: a logout may have found the database broken or silent. */
const toEmptyKey = 'outbox-to-empty';
const isSet = 'true';

const openDatabase = browserDatabase<OutboxSchema>('koinonia', (database) => {
  // The key counts up across tabs, so it gives the order of writing.
  const store = database.createObjectStore('entries', { autoIncrement: true });
  store.createIndex('clientId', 'clientId', { unique: true });
});

/**
 * While the outbox is marked to be emptied, nobody may read it or add to it: each use empties it first, and fails if that
 * fails.
 */
async function open() {
  const database = await openDatabase();
  // Outside of a browser there is no local storage.
  if (globalThis.localStorage?.getItem(toEmptyKey) === isSet) {
    await database.clear('entries');
    localStorage.removeItem(toEmptyKey);
  }
  return database;
}

/** Milliseconds. */
const patience = 3_000;

/** The database has kept somebody waiting too long, and has answered nothing since. */
let silent = false;

/** For work that others wait for: throws if the database does not answer in time. The work continues anyway. */
export async function soon<T>(work: Promise<T>): Promise<T> {
  let answered = false;
  const answers = () => {
    answered = true;
    silent = false;
  };
  void work.then(answers, answers);
  return inTime(work, silent ? 0 : patience).catch((error: unknown) => {
    silent = !answered;
    throw error;
  });
}

/** This person's entries, in the order of writing. */
export async function readOutbox(uid: string): Promise<OutboxEntry[]> {
  return (await (await open()).getAll('entries')).filter((entry) => entry.uid === uid);
}

export async function addToOutbox(entry: OutboxEntry): Promise<void> {
  await (await open()).add('entries', entry);
}

/** Replaces an entry in its place. Does nothing if the entry is gone: another tab was quicker. */
export async function replaceInOutbox(entry: OutboxEntry): Promise<void> {
  const transaction = (await open()).transaction('entries', 'readwrite');
  const key = await transaction.store.index('clientId').getKey(entry.clientId);
  if (key !== undefined) await transaction.store.put(entry, key);
  await transaction.done;
}

export async function removeFromOutbox(clientId: string): Promise<void> {
  const transaction = (await open()).transaction('entries', 'readwrite');
  const key = await transaction.store.index('clientId').getKey(clientId);
  if (key !== undefined) await transaction.store.delete(key);
  await transaction.done;
}

/** When another person signs in: deletes the entries of everyone except `keep`. */
export async function clearOutbox(keep?: string): Promise<void> {
  const transaction = (await open()).transaction('entries', 'readwrite');
  for (let cursor = await transaction.store.openCursor(); cursor !== null; cursor = await cursor.continue()) {
    if (cursor.value.uid !== keep) await cursor.delete();
  }
  await transaction.done;
}

/** For logout. What cannot be deleted now is deleted before anybody uses the outbox again, on any page. */
export async function emptyOutbox(): Promise<void> {
  try {
    localStorage.setItem(toEmptyKey, isSet);
  } catch {
    // In a browser that stores nothing more, this try is the only one.
  }
  await clearOutbox();
}

/** For a page that starts with nobody signed in: deletes what a logout could not. */
export const finishEmptying = async () => void (await open());
