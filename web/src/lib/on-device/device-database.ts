import type { DBSchema, IDBPDatabase } from 'idb';
import { browserDatabase } from '../browser-database.ts';
import { personNow } from '../session/session.ts';
import { forgetPictures } from './kept-pictures.ts';

/** What is stored of one chat's messages. */
export interface ChatOnDevice {
  readonly chatId: string;
  /** The stored positions, as ranges without a gap. 0 stands for the beginning. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  /** The stored messages include all edits, deletions and reactions up to this change. */
  readonly changes: number;
  readonly usedAt: number;
}

interface DeviceSchema extends DBSchema {
  /** The person whom all the data belongs to. */
  owner: { key: 'uid'; value: string };
  /** By chat and position. */
  messages: { key: [string, number]; value: object };
  chats: { key: string; value: ChatOnDevice };
  /** Lists, by their query key. */
  answers: { key: string; value: unknown };
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>;

const stores = ['owner', 'messages', 'chats', 'answers'] as const;

// It keeps its first name: under another one, data that devices already store would stay there for ever.
const open = browserDatabase<DeviceSchema>('koinonia-seen', (database) => {
  database.createObjectStore('owner');
  database.createObjectStore('messages');
  database.createObjectStore('chats', { keyPath: 'chatId' });
  database.createObjectStore('answers');
});

/** Throws once this person has signed out: a late write would stay after everything was deleted. */
export function mustBeHere(uid: string): void {
  if (personNow() !== uid) throw new Error('nobody to keep anything for');
}

/**
 * Opens the database for this person, without another person's data. Throws where the browser keeps nothing, and once
 * they have signed out.
 */
export async function openDeviceDatabase(uid: string): Promise<DeviceDatabase> {
  const database = await open();
  mustBeHere(uid);
  // Without a write transaction, which would wait for all others and delay them.
  if ((await database.get('owner', 'uid')) !== uid) await giveTo(uid, database);
  return database;
}

async function giveTo(uid: string, database: DeviceDatabase): Promise<void> {
  const transaction = database.transaction(stores, 'readwrite');
  // Another tab may have done it meanwhile.
  if ((await transaction.objectStore('owner').get('uid')) !== uid) {
    for (const name of stores) await transaction.objectStore(name).clear();
    await transaction.objectStore('owner').put(uid, 'uid');
    void forgetPictures();
  }
  await transaction.done;
}

/** The stored lists, by their query keys. */
export async function answersOf(uid: string): Promise<ReadonlyMap<string, unknown>> {
  const { store } = (await openDeviceDatabase(uid)).transaction('answers');
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return new Map(keys.map((key, index) => [key, values[index]]));
}

/** Deletes everything when nobody is signed in any more. */
export async function clearDeviceDatabase(): Promise<void> {
  const forgetting = forgetPictures();
  const transaction = (await open()).transaction(stores, 'readwrite');
  for (const name of stores) await transaction.objectStore(name).clear();
  await transaction.done;
  await forgetting;
}
