const prefix = 'draft:';
const ownPrefix = (uid: string) => `${prefix}${uid}:`;
const keyOf = (uid: string, name: string) => `${ownPrefix(uid)}${name}`;

/**
 * An unfinished text, under a name. Survives a closed window, a reboot and the end of a session, but not a logout or
 * the sign-in of somebody else.
 */
export const readDraft = (uid: string, name: string) => localStorage.getItem(keyOf(uid, name)) ?? '';

export function writeDraft(uid: string, name: string, text: string) {
  if (text === '') return localStorage.removeItem(keyOf(uid, name));
  try {
    localStorage.setItem(keyOf(uid, name), text);
  } catch {
    // Storage is full: the text is still in the box.
  }
}

/** The names of this person's drafts. */
export function draftNames(uid: string): string[] {
  const own = ownPrefix(uid);
  return Object.keys(localStorage).flatMap((key) => (key.startsWith(own) ? [key.slice(own.length)] : []));
}

/** Reports the name of each draft that another window has written, sent or discarded. */
export function onDraftElsewhere(uid: string, listener: (name: string) => void): () => void {
  const own = ownPrefix(uid);
  const heard = ({ storageArea, key }: StorageEvent) => {
    if (storageArea === localStorage && key?.startsWith(own) === true) listener(key.slice(own.length));
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

/** Deletes everybody's drafts, or those of everybody but `keep`. */
export function clearDrafts(keep?: string) {
  for (const key of Object.keys(localStorage)) {
    const kept = keep !== undefined && key.startsWith(ownPrefix(keep));
    if (key.startsWith(prefix) && !kept) localStorage.removeItem(key);
  }
}
