import type { QueryClient } from '@tanstack/react-query';
import { latestPerPause } from '../latest-per-pause.ts';
import { asListed } from '../people.ts';
import { fromCache, isTold } from '../query-client.ts';
import { answersOf, mustBeHere, openDeviceDatabase } from './device-database.ts';
import { forgetUnneeded, keptLists, listsCameAt, withLookUpTime } from './forget-unneeded.ts';
import { keepPictures } from './kept-pictures.ts';

const kept = new Set<unknown>(keptLists);
/** Milliseconds. The whole list changes with every message, and writing wears out a phone's memory. */
const pause = 5_000;

function asKept(name: unknown, data: unknown) {
  if (name === 'person') return withLookUpTime(data);
  return name === 'people' && Array.isArray(data) ? data.map(asListed) : data;
}

/** Loads the lists that are stored on this device, and stores them from then on. */
export function keepAnswers(queries: QueryClient, uid: string): () => void {
  const writes = latestPerPause<string>(pause);
  const over = new AbortController();

  async function bringBack() {
    const answers = await answersOf(uid);
    void keepPictures(() => mustBeHere(uid)).catch(() => undefined);
    for (const [key, value] of answers) {
      const queryKey: unknown = JSON.parse(key);
      if (over.signal.aborted || !Array.isArray(queryKey) || queries.getQueryData(queryKey) !== undefined) continue;
      queries.setQueryData(queryKey, value, { updatedAt: fromCache });
    }
  }

  async function write(key: string, data: unknown) {
    const database = await openDeviceDatabase(uid);
    mustBeHere(uid);
    await database.put('answers', data, key);
  }

  let forgottenAt = 0;
  function forgetOncePerList() {
    const cameAt = listsCameAt(queries);
    if (cameAt <= forgottenAt) return;
    forgottenAt = cameAt;
    void forgetUnneeded(queries, uid).catch(() => undefined);
  }

  const stopListening = queries.getQueryCache().subscribe(({ type, query }) => {
    const [name] = query.queryKey;
    if (type !== 'updated' || !kept.has(name) || query.state.data === undefined) return;
    if (!isTold(query.state)) return;
    const key = JSON.stringify(query.queryKey);
    const data = asKept(name, query.state.data);
    writes.want(key, () => void write(key, data).catch(() => undefined));
    forgetOncePerList();
  });
  // A phone may end a hidden page at any time.
  addEventListener('visibilitychange', writes.settleAll, { signal: over.signal });
  void bringBack().catch(() => undefined);

  return () => {
    over.abort();
    writes.dropAll();
    stopListening();
  };
}
