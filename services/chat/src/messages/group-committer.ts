import { setTimeout as wait } from 'node:timers/promises';
import { unavailable } from '@koinonia/kit/errors.ts';

/** Maximum ms from one commit to the next, when there is more than one item to commit. */
const longestPause = 10;

export interface GroupCommitterOptions<Item, Result> {
  /** Commits all items or none; returns a result for each, in their order. */
  commit(items: readonly Item[]): Promise<readonly Result[]>;
  /** Whether an error proves that nothing was committed, and that a retry would fail in the same way. */
  isRefusal(error: unknown): boolean;
  /** Two items with the same key never share a batch: the second must see the result of the first. */
  keyOf(item: Item): string | null;
  /** Maximum number of items in one batch. */
  limit: number;
  /** Ms that one item waits for its result. After that, its caller does not know whether it was committed. */
  patience: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Group commit: while a commit is under way, all new items wait, and are then committed together. Under load, one flush
 * of the disk serves many items; without load, nothing waits. The cost of a commit hardly depends on the number of items,
 * so under load each commit is followed by a pause as long as the commit took.
 */
export function createGroupCommitter<Item, Result>(options: GroupCommitterOptions<Item, Result>) {
  let waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    // Other items that arrive in this turn of the event loop join the batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const startedAt = performance.now();
      const { batch, later } = nextBatch(waiting, options);
      waiting = later;
      await commitBatch(batch, options);
      const isAlone = batch.length === 1 && waiting.length === 0;
      if (!isAlone) await wait(Math.min(performance.now() - startedAt, longestPause));
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
    // One item that cannot be committed must not fail its whole batch. After an unknown outcome nothing is retried: it may
    // have been committed.
    if (batch.length > 1 && options.isRefusal(error)) for (const entry of batch) await commitBatch([entry], options);
    else batch.forEach((entry) => entry.reject(error));
  }
}
