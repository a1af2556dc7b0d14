/**
 * Texts of one kind under names, each of one person. They survive a closed window, a reboot and the end of a session, but not
 * a logout or the sign-in of somebody else.
 */
export function createOwnStore(kind: string) {
  const ownPrefix = (uid: string) => `${kind}:${uid}:`;
  const keyOf = (uid: string, name: string) => `${ownPrefix(uid)}${name}`;
  return {
    read: (uid: string, name: string) => localStorage.getItem(keyOf(uid, name)) ?? '',

    /** An empty text is removed. False if storage is full: the text is then only on the page. */
    write(uid: string, name: string, text: string): boolean {
      try {
        if (text === '') localStorage.removeItem(keyOf(uid, name));
        else localStorage.setItem(keyOf(uid, name), text);
        return true;
      } catch {
        return false;
      }
    },

    names(uid: string): string[] {
      const own = ownPrefix(uid);
      return Object.keys(localStorage).flatMap((key) => (key.startsWith(own) ? [key.slice(own.length)] : []));
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

    /** Deletes everybody's texts, or those of everybody but `keep`. */
    clear(keep?: string) {
      for (const key of Object.keys(localStorage)) {
        const kept = keep !== undefined && key.startsWith(ownPrefix(keep));
        if (key.startsWith(`${kind}:`) && !kept) localStorage.removeItem(key);
      }
    },
  };
}
