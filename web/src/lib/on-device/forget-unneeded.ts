import type { QueryClient } from '@tanstack/react-query';
import { isTold } from '../query-client.ts';
import { openDeviceDatabase } from './device-database.ts';
import { forgetPicturesBut } from './kept-pictures.ts';

/** Milliseconds. How long people who have left stay known without a network after they were last looked up. */
const longestUnasked = 30 * 24 * 3_600_000;

/** The lists that are available without a network: chats, people, and those who have left. */
export const keptLists = ['people', 'chats', 'person'] as const;

/** A looked-up person as stored. */
export const withLookUpTime = (person: unknown) => ({ ...Object(person), lookedUpAt: Date.now() }) as object;

/** When the server last sent the list of people; 0 until it has sent that and the list of chats. */
export function listsCameAt(queries: QueryClient): number {
  const [people, chats] = ['people', 'chats'].map((name) => queries.getQueryState([name]));
  return people && chats && isTold(people) && isTold(chats) ? people.dataUpdatedAt : 0;
}

/**
 * Somebody may have been deleted, or have a new picture: forgets people who were not looked up for a long time, and all
 * pictures except those of people and groups that are still listed or remembered.
 */
export async function forgetUnneeded(queries: QueryClient, uid: string): Promise<void> {
  const remembered = await rememberedPeople(uid);
  const found = keptLists.flatMap((name) => queries.getQueryCache().findAll({ queryKey: [name] }));
  const shown = found.filter(({ state }) => isTold(state)).flatMap(({ state }) => state.data);
  await forgetPicturesBut(new Set([...remembered, ...shown].flatMap(pictureOf)));
}

/** The people who were looked up lately; forgets the others. */
async function rememberedPeople(uid: string): Promise<unknown[]> {
  const { store, done } = (await openDeviceDatabase(uid)).transaction('answers', 'readwrite');
  const lookUps = IDBKeyRange.bound('["person",', '["person",\uffff');
  const people: unknown[] = [];
  for await (const { key, value } of store.iterate(lookUps)) {
    const { lookedUpAt = 0 } = Object(value) as { lookedUpAt?: number };
    if (Date.now() - lookedUpAt > longestUnasked) await store.delete(key);
    else people.push(value);
  }
  await done;
  return people;
}

function pictureOf(one: unknown): string[] {
  const { photoURL } = Object(one) as { photoURL?: unknown };
  return typeof photoURL === 'string' ? [photoURL] : [];
}
