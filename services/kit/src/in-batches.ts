import { setTimeout as pause } from 'node:timers/promises';

/** Ms. Nobody waits longer for the question of others to be answered: whoever is asked may hang. */
const longestWait = 250;
/**
 * Ms. After a question of several, more is waited for, as long as its answer took: under load most would otherwise be
 * asked by two or three, because whoever is answered first makes the next ones wait.
 */
const longestPause = 20;

/**
 * Asks for many in one go: what is wanted in one turn of the event loop, or while an answer is under way, is asked for
 * together next. After a fault everyone comes back at once, and a question costs far more than what is in it. A question
 * that fails fails for all who are in it.
 */
export function inBatches<Item, Result>(options: {
  /** Gives a result for each item, in their order; a promise where one has to be asked for by itself after all. */
  ask(items: readonly Item[]): Promise<readonly (Result | Promise<Result>)[]>;
  /** How much of the limit an item takes; one that takes more than all of it is asked for alone. */
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
      await Promise.race([answered, pause(longestWait)]);
      if (batch.length > 1) await pause(Math.min(performance.now() - askedAt, longestPause));
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void run();
    });
}
