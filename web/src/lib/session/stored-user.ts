/** Who is signed in, as stored in local storage under 'user'. */
export interface StoredUser {
  readonly uid: string;
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string;
}

export const storedUserKey = 'user';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/**
 * Accepts any content: another version of the product, or a person, may have written it. Throws if the browser may store
 * nothing: the page then stays as `before-paint.js` has left it, which says so.
 */
export function readStoredUser(): StoredUser | null {
  const stored = localStorage.getItem(storedUserKey) ?? 'null';
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== 'object' || value === null) return null;
    const { uid, email, displayName, photoURL } = value as Record<string, unknown>;
    if (textOf(uid) === '') return null;
    return { uid: textOf(uid), email: textOf(email), displayName: textOf(displayName), photoURL: textOf(photoURL) };
  } catch {
    return null;
  }
}

export function writeStoredUser({ uid, email, displayName, photoURL }: StoredUser) {
  try {
    localStorage.setItem(storedUserKey, JSON.stringify({ uid, email, displayName, photoURL }));
  } catch {
    // If storage is full or closed, the next visit only starts more slowly.
  }
}

export function removeStoredUser() {
  localStorage.removeItem(storedUserKey);
}
