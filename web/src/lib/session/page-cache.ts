import { latestPerPause } from '../latest-per-pause.ts';
import { readStoredUser } from './stored-user.ts';

const version = ':v1';
/** Only keys of this form are cleared. */
export type CacheKey = `${string}${typeof version}` | `${string}${typeof version}:${string}`;
const ownerKey: CacheKey = `owner${version}`;

/** Milliseconds. */
const pause = 1_000;
const writes = latestPerPause<CacheKey>(pause);
// A phone may end a hidden page at any time.
addEventListener('pagehide', writes.settleAll);
addEventListener('visibilitychange', writes.settleAll);

/** One tab's cache of answers, for an instant first paint; cleared with the tab, at logout and with the session. */
export const pageCache = {
  read(key: CacheKey): unknown {
    writes.settle(key);
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  },

  /** Returns whether it was stored. */
  write(key: CacheKey, value: unknown): boolean {
    // Do not cache an answer that was on its way when the session ended.
    if (readStoredUser() === null) return false;
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
      return true;
    } catch {
      // Storage is full: the cache is only a convenience.
      return false;
    }
  },

  /** For data that changes with every message, faster than a slow phone can write it: only the latest is written. */
  writeOften(key: CacheKey, write: () => void) {
    writes.want(key, write);
  },

  remove(key: CacheKey) {
    writes.drop(key);
    sessionStorage.removeItem(key);
  },

  /** The rest of each key that starts with `beginning`. */
  endings(beginning: CacheKey): string[] {
    writes.settleAll();
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(beginning));
    return keys.map((key) => key.slice(beginning.length));
  },

  /** Clears it unless it is this person's: a restored tab has its old cache, even if somebody else has signed in since. */
  giveTo(uid: string) {
    if (pageCache.read(ownerKey) === uid) return;
    pageCache.clear();
    pageCache.write(ownerKey, uid);
  },

  clear() {
    writes.dropAll();
    for (const key of Object.keys(sessionStorage)) {
      if (key.endsWith(version) || key.includes(`${version}:`)) sessionStorage.removeItem(key);
    }
  },
};
