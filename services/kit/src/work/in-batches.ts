import { setTimeout as wait } from 'node:timers/promises';

/** Ms. The next batch waits no longer than this for the previous answer: the other side may hang. */
const longestWait = 250;
/**
 * Ms. After a batch of several items, the next batch waits for more items, as long as the answer took. Otherwise, under
 * load, most batches would hold two or three items, because the first caller answered delays the next batch.
 */
const longestPause = 20;

/**
 * Groups many items into one call: items wanted in one turn of the event loop, or while an answer is under way, are asked
 * for together next. After a fault everyone comes back at once, and a call costs far more than its items. When a call
 * fails, it fails for all of its items.
 */
export function inBatches<Item, Result>(options: {
  /** Gives a result for each item, in their order; a promise for an item that has to be asked for alone after all. */
  ask(items: readonly Item[]): Promise<readonly (Result | Promise<Result>)[]>;
  /** How much of the limit an item takes; an item larger than the limit is asked for alone. */
  sizeOf?(item: Item): number;
  limit: number;
}): (item: Item) => Promise<Result> {
  const { ask, sizeOf = () => 1, limit } = options;
  let waiting: { item: Item; resolve(result: Result | Promise<Result>): void; reject(error: unknown): void }[] = [];
  let isRunning = false;

  function takeBatch() {
    let size = 0;
    const end = waiting.findIndex(({ item }, place) => (size += sizeOf(item)) > limit && place > 0);
    const batch = end < 0 ? waiting : waiting.slice(0, end);
    waiting = waiting.slice(batch.length);
    return batch;
  }

  async function run(): Promise<void> {
    isRunning = true;
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = takeBatch();
      const answered = ask(batch.map(({ item }) => item)).then(
        (results) => batch.forEach(({ resolve }, place) => resolve(results[place] as Result | Promise<Result>)),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      );
      const askedAt = performance.now();
      await Promise.race([answered, wait(longestWait)]);
      if (batch.length > 1) await wait(Math.min(performance.now() - askedAt, longestPause));
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void run();
    });
}
