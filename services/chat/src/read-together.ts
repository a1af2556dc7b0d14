import { setTimeout as wait } from 'node:timers/promises';

/** Ms. The next read waits no longer than this for the one before: the store may hang. */
const longestWait = 250;

/**
 * Reads each key by one query at a time: everyone who wants it while a read is under way shares the next one. So each result
 * was read after it was wanted, and a person whose devices ask faster than the store answers holds up nobody else.
 */
export function readTogether<Result>(read: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const current = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<Result>>();

  function readNow(key: string): Promise<Result> {
    const reading = read(key);
    const end = () => void (current.get(key) === ended && current.delete(key));
    const ended = reading.then(end, end);
    current.set(key, ended);
    return reading;
  }

  async function readAfter(before: Promise<unknown>, key: string): Promise<Result> {
    await Promise.race([before, wait(longestWait)]);
    next.delete(key);
    return readNow(key);
  }

  return (key) => {
    const before = current.get(key);
    if (before === undefined) return readNow(key);
    const shared = next.get(key) ?? readAfter(before, key);
    next.set(key, shared);
    return shared;
  };
}
