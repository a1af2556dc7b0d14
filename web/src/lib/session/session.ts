import { createListeners } from '../listeners.ts';
import { pageCache } from './page-cache.ts';
import { readStoredUser, removeStoredUser, storedUserKey, writeStoredUser, type StoredUser } from './stored-user.ts';

export type SessionState =
  /** `unanswered` once the server has been asked in vain. */
  | { readonly status: 'loading'; readonly unanswered?: true }
  | { readonly status: 'signedOut' }
  | { readonly status: 'signedIn'; readonly user: StoredUser };

/** The window event after a sign-in; `detail` is the stored user. */
export const signedInEvent = 'koinonia:signed-in';

const sameUser = (a: StoredUser, b: StoredUser) =>
  a.uid === b.uid && a.email === b.email && a.displayName === b.displayName && a.photoURL === b.photoURL;

/** Who is signed in on this page. Starts from local storage, so that the first paint does not wait for an answer. */
function createSession() {
  const stored = readStoredUser();
  if (stored !== null) pageCache.giveTo(stored.uid);
  let state: SessionState = stored === null ? { status: 'loading' } : { status: 'signedIn', user: stored };
  /** Whether local storage has held this page's user: it may be full. */
  let wasStored = stored !== null;
  const listeners = createListeners();

  function become(next: SessionState) {
    state = next;
    listeners.tell();
  }

  /** The next person must not see the last one's cached data. */
  function adopt(user: StoredUser | null) {
    wasStored = user !== null && (wasStored || readStoredUser() !== null);
    if (state.status === 'signedIn' && user !== null && sameUser(state.user, user)) return;
    if (user === null) pageCache.clear();
    else pageCache.giveTo(user.uid);
    become(user === null ? { status: 'signedOut' } : { status: 'signedIn', user });
  }

  // Another tab signed in, signed out, or changed the profile. A null key means that all storage was cleared.
  addEventListener('storage', (event) => {
    if (event.storageArea === localStorage && (event.key === storedUserKey || event.key === null))
      adopt(readStoredUser());
  });
  // A page restored from the back-forward cache has missed such events.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && (wasStored || readStoredUser() !== null)) adopt(readStoredUser());
  });

  return {
    snapshot: () => state,

    subscribe: listeners.subscribe,

    /** A sign-in is about to be confirmed. */
    confirming() {
      if (state.status === 'signedOut') become({ status: 'loading' });
    },

    /** The server cannot be reached: it is still unknown who is signed in. */
    unanswered() {
      if (state.status === 'loading') become({ status: 'loading', unanswered: true });
    },

    /** This person is signed in, or has a new name or picture. */
    accept(user: StoredUser) {
      const before = state.status === 'signedIn' ? state.user : undefined;
      const arrived = before?.uid !== user.uid;
      // Another window may have signed them out, and this one may not know yet: do not sign them in again.
      const isNew = before === undefined || !sameUser(before, user);
      if (arrived || (isNew && readStoredUser() !== null)) writeStoredUser(user);
      adopt(user);
      if (arrived) dispatchEvent(new CustomEvent(signedInEvent, { detail: readStoredUser() }));
    },

    /** Nobody is signed in any more: removes the stored user and the cache. */
    end() {
      removeStoredUser();
      adopt(null);
    },
  };
}

export const session = createSession();

/** The id of the person who is signed in; undefined for nobody. */
export function personNow(): string | undefined {
  const state = session.snapshot();
  return state.status === 'signedIn' ? state.user.uid : undefined;
}
