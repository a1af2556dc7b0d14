/**
 * Named texts of one kind, each of one person. They survive a closed window, a reboot and the end of a session, but not a
 * logout or the sign-in of somebody else. If storage has no room for a text, it is only on this page.
 */
export function createOwnStore(kind: string) {
  const ownPrefix = (uid: string) => `${kind}:${uid}:`;
  const keyOf = (uid: string, name: string) => `${ownPrefix(uid)}${name}`;
  /** By their keys. */
  const onlyHere = new Map<string, string>();
  return {
    read: (uid: string, name: string) => onlyHere.get(keyOf(uid, name)) ?? localStorage.getItem(keyOf(uid, name)) ?? '',

    /** Whether there is a text that would not survive the page. */
    holdsOnlyHere: () => onlyHere.size > 0,

    /** An empty text is removed. */
    write(uid: string, name: string, text: string) {
      const key = keyOf(uid, name);
      try {
        if (text === '') localStorage.removeItem(key);
        else localStorage.setItem(key, text);
        onlyHere.delete(key);
      } catch {
        onlyHere.set(key, text);
      }
    },

    names(uid: string): string[] {
      const own = ownPrefix(uid);
      const keys = new Set([...Object.keys(localStorage), ...onlyHere.keys()]);
      return [...keys].flatMap((key) => (key.startsWith(own) ? [key.slice(own.length)] : []));
    },

    /** Reports the name of each text that another window has written or removed. */
    onElsewhere(uid: string, listener: (name: string) => void): () => void {
      const own = ownPrefix(uid);
      const heard = ({ storageArea, key }: StorageEvent) => {
        if (storageArea === localStorage && key?.startsWith(own) === true) listener(key.slice(own.length));
      };
      addEventListener('storage', heard);
      return () => removeEventListener('storage', heard);
    },

    /** Deletes everybody's texts, except those of `keep`. */
    clear(keep?: string) {
      for (const key of onlyHere.keys())
        if (keep === undefined || !key.startsWith(ownPrefix(keep))) onlyHere.delete(key);
      for (const key of Object.keys(localStorage)) {
        const kept = keep !== undefined && key.startsWith(ownPrefix(keep));
        if (key.startsWith(`${kind}:`) && !kept) localStorage.removeItem(key);
      }
    },
  };
}
