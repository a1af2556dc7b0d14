import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '@koinonia/kit/errors.ts';

/** Ms at most from one commit to the next, when there is more than one item to commit. */
const longestPause = 10;

export interface GroupCommitterOptions<Item, Result> {
  /** Commits all items or none; gives back a result for each, in their order. */
  commit(items: readonly Item[]): Promise<readonly Result[]>;
  /** Whether a failure says for certain that nothing was committed, and that trying again would fail likewise. */
  isRefusal(error: unknown): boolean;
  /** Two items with the same key never share a batch: the second must find what the first has done. */
  keyOf(item: Item): string | null;
  /** Items in one batch at most. */
  limit: number;
  /** How long one item waits for its result, in ms. What becomes of it afterwards is unknown to whoever asked. */
  patience: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Commits what arrives together in one go: while a commit is under way, everything new waits, and is then committed
 * together. Under load one flush of the disk serves many items; without load nothing waits for anything. What a commit
 * costs has little to do with how many are in it, so under load each is followed by a pause as long as it took.
 */
export function createGroupCommitter<Item, Result>(options: GroupCommitterOptions<Item, Result>) {
  let waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    // What else arrives in this turn of the event loop goes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const startedAt = performance.now();
      const { batch, later } = nextBatch(waiting, options);
      waiting = later;
      await commitBatch(batch, options);
      const isAlone = batch.length === 1 && waiting.length === 0;
      if (!isAlone) await pause(Math.min(performance.now() - startedAt, longestPause));
    }
    isRunning = false;
  }

  return {
    /** Resolves once the item is committed. Throws `unavailable` when that takes longer than the patience. */
    add(item: Item): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        const entry = { item, resolve: settle(resolve), reject: settle(reject) };
        const timer = setTimeout(() => {
          waiting = waiting.filter((other) => other !== entry);
          entry.reject(unavailable('the commit took too long'));
        }, options.patience);
        function settle<Value>(then: (value: Value) => void) {
          return (value: Value) => {
            clearTimeout(timer);
            then(value);
          };
        }
        waiting.push(entry);
        void run();
      });
    },
  };
}

function nextBatch<Item, Result>(
  waiting: readonly Waiting<Item, Result>[],
  { keyOf, limit }: GroupCommitterOptions<Item, Result>,
) {
  const keys = new Set<string>();
  const batch: Waiting<Item, Result>[] = [];
  const later: Waiting<Item, Result>[] = [];
  for (const entry of waiting) {
    const key = keyOf(entry.item);
    if (batch.length >= limit || (key !== null && keys.has(key))) later.push(entry);
    else batch.push(entry);
    if (key !== null) keys.add(key);
  }
  return { batch, later };
}

async function commitBatch<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  options: GroupCommitterOptions<Item, Result>,
): Promise<void> {
  try {
    const results = await options.commit(batch.map(({ item }) => item));
    batch.forEach((entry, place) => entry.resolve(results[place] as Result));
  } catch (error) {
    // One item that cannot be committed must not take its neighbours along. Of an unknown outcome nothing is tried
    // again: it may have been committed.
    if (batch.length > 1 && options.isRefusal(error)) for (const entry of batch) await commitBatch([entry], options);
    else batch.forEach((entry) => entry.reject(error));
  }
}
