import type { DBSchema, IDBPDatabase } from 'idb';
import { browserDatabase } from '../browser-database.ts';
import { session } from '../session/session.ts';
import { forgetPictures } from './kept-pictures.ts';

/** What is known of the messages that are kept of one chat. */
export interface SeenChat {
  readonly chatId: string;
  /** Which positions are kept, without a hole in each. 0 stands for the beginning. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  /** All edits, deletions and reactions up to this one are in them. */
  readonly changes: number;
  readonly usedAt: number;
}

interface SeenSchema extends DBSchema {
  /** The person whom all of it belongs to. */
  owner: { key: 'uid'; value: string };
  /** By chat and position. */
  messages: { key: [string, number]; value: object };
  chats: { key: string; value: SeenChat };
  /** Lists, by the name under which the page asks for them. */
  answers: { key: string; value: unknown };
}

export type SeenDatabase = IDBPDatabase<SeenSchema>;

const stores = ['owner', 'messages', 'chats', 'answers'] as const;

const open = browserDatabase<SeenSchema>('koinonia-seen', (database) => {
  database.createObjectStore('owner');
  database.createObjectStore('messages');
  database.createObjectStore('chats', { keyPath: 'chatId' });
  database.createObjectStore('answers');
});

/** Throws once this person has left: what was still to be kept of them would stay after all was taken away. */
export function mustBeHere(uid: string): void {
  const state = session.snapshot();
  if (state.status !== 'signedIn' || state.user.uid !== uid) throw new Error('nobody to keep anything for');
}

/** This person's, without what another one has left. Throws where the browser keeps nothing, and once they have left. */
export async function openSeen(uid: string): Promise<SeenDatabase> {
  const database = await open();
  mustBeHere(uid);
  const transaction = database.transaction(stores, 'readwrite');
  if ((await transaction.objectStore('owner').get('uid')) !== uid) {
    for (const name of stores) await transaction.objectStore(name).clear();
    await transaction.objectStore('owner').put(uid, 'uid');
    void forgetPictures();
  }
  await transaction.done;
  return database;
}

/** The lists that are kept, by the names under which the page asks for them. */
export async function answersOf(uid: string): Promise<ReadonlyMap<string, unknown>> {
  const { store } = (await openSeen(uid)).transaction('answers');
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return new Map(keys.map((key, index) => [key, values[index]]));
}

/** Takes everything away: nobody is signed in any more. */
export async function clearSeen(): Promise<void> {
  await forgetPictures();
  const transaction = (await open()).transaction(stores, 'readwrite');
  for (const name of stores) await transaction.objectStore(name).clear();
  await transaction.done;
}
