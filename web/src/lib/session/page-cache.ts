import { readStoredUser } from './stored-user.ts';

const version = ':v1';

/** One tab's cache of answers, for an instant first paint; cleared with the tab, at logout and with the session. */
export const pageCache = {
  read(key: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  },

  write(key: string, value: unknown) {
    // Do not cache an answer that was on its way when the session ended.
    if (readStoredUser() === null) return;
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Storage is full: the cache is only a convenience.
    }
  },

  remove(key: string) {
    sessionStorage.removeItem(key);
  },

  clear() {
    for (const key of Object.keys(sessionStorage)) {
      if (key.endsWith(version) || key.includes(`${version}:`)) sessionStorage.removeItem(key);
    }
  },
};
