import type { QueryClient } from '@tanstack/react-query';
import { storable } from '../people.ts';
import { fromCache } from '../query-client.ts';
import { answersOf, mustBeHere, openDeviceDatabase } from './device-database.ts';

/** The lists that are available without a network: chats, people, and those who have left. */
const kept = new Set<unknown>(['chats', 'people', 'person']);
const gathering = 300;

const withoutMore = (name: unknown, data: unknown) =>
  name === 'people' && Array.isArray(data) ? data.map(storable) : data;

/** Loads the lists that are stored on this device, and stores them from then on. */
export function keepAnswers(queries: QueryClient, uid: string): () => void {
  const changed = new Map<string, unknown>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  async function bringBack() {
    for (const [key, value] of await answersOf(uid)) {
      const queryKey: unknown = JSON.parse(key);
      if (stopped || !Array.isArray(queryKey) || queries.getQueryData(queryKey) !== undefined) continue;
      queries.setQueryData(queryKey, value, { updatedAt: fromCache });
    }
  }

  async function write() {
    timer = undefined;
    const entries = [...changed];
    changed.clear();
    const database = await openDeviceDatabase(uid);
    mustBeHere(uid);
    const transaction = database.transaction('answers', 'readwrite');
    for (const [key, data] of entries) await transaction.store.put(data, key);
    await transaction.done;
  }

  const stopListening = queries.getQueryCache().subscribe(({ type, query }) => {
    const [name] = query.queryKey;
    if (type !== 'updated' || !kept.has(name) || query.state.data === undefined) return;
    if (query.state.dataUpdatedAt <= fromCache) return;
    changed.set(JSON.stringify(query.queryKey), withoutMore(name, query.state.data));
    timer ??= setTimeout(() => void write().catch(() => undefined), gathering);
  });
  void bringBack().catch(() => undefined);

  return () => {
    stopped = true;
    clearTimeout(timer);
    stopListening();
  };
}
