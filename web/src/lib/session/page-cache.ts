import { readStoredUser } from './stored-user.ts';

const version = ':v1';

/** What one tab keeps of the server's answers for an instant first paint; gone with the tab, with logout and with the session. */
export const pageCache = {
  read(key: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  },

  write(key: string, value: unknown) {
    // An answer that was on its way when the session ended must not be kept after all.
    if (readStoredUser() === null) return;
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Full: what is kept is only a convenience.
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
