import type { RepliedTo } from '@koinonia/contracts/chat.ts';
import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import type { DBSchema } from 'idb';
import { browserDatabase } from '../browser-database.ts';

/** A message that the server has not yet answered for. */
export interface OutboxEntry {
  /** Made when Enter was pressed: sending it twice makes one message. */
  readonly clientId: string;
  readonly uid: string;
  readonly chatId: string;
  readonly text: string;
  readonly attachmentUrl: string | null;
  readonly attachment?: AttachmentAbout;
  /** What has to be uploaded first. Kept until the message is through: the server keeps no upload for ever that nobody sent. */
  readonly file?: Blob;
  /** What it answers, as it stood when it was written. */
  readonly replyTo?: RepliedTo;
  readonly mentions?: readonly string[];
  readonly createdAt: string;
  /** How far the chat had got for its writer at that moment. */
  readonly afterSeq: number;
  /** What the server said when it refused. Nothing is sent again until the writer asks. */
  readonly refusal?: string;
}

/** True while its file has no address yet. */
export const hasToUpload = (entry: OutboxEntry) => entry.file !== undefined && entry.attachmentUrl === null;

/** What goes out one after another: the texts of a chat, and apart from them its files, so that no text waits for one. */
export const laneOf = (entry: OutboxEntry) => (hasToUpload(entry) ? `${entry.chatId}:files` : entry.chatId);

interface OutboxSchema extends DBSchema {
  entries: { key: number; value: OutboxEntry; indexes: { clientId: string } };
}

const open = browserDatabase<OutboxSchema>('koinonia', (database) => {
  // The key counts up across tabs, so that it is the order of writing.
  const store = database.createObjectStore('entries', { autoIncrement: true });
  store.createIndex('clientId', 'clientId', { unique: true });
});

/** What this person has waiting, in the order of writing. */
export async function readOutbox(uid: string): Promise<OutboxEntry[]> {
  return (await (await open()).getAll('entries')).filter((entry) => entry.uid === uid);
}

export async function addToOutbox(entry: OutboxEntry): Promise<void> {
  await (await open()).add('entries', entry);
}

/** Writes an entry anew in its place. Nothing happens when it is gone: another tab was quicker. */
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

/** At logout, and when another person signs in: takes away what waits, of everyone but `keep`. */
export async function clearOutbox(keep?: string): Promise<void> {
  const transaction = (await open()).transaction('entries', 'readwrite');
  for (let cursor = await transaction.store.openCursor(); cursor !== null; cursor = await cursor.continue()) {
    if (cursor.value.uid !== keep) await cursor.delete();
  }
  await transaction.done;
}
