/**
 * The server was reached although the device has said from the start that it has no network, as with some VPNs. One that says
 * it later has noticed something.
 */
let proven = false;
let hasNoticed = false;
const listeners = new Set<() => void>();

addEventListener('offline', () => {
  hasNoticed = true;
  proven = false;
});

/** False when the device knows that it has no network. True is no guarantee. */
export const isOnline = () => navigator.onLine || proven;

/** The server was reached. */
export function proveOnline() {
  if (hasNoticed || isOnline()) return;
  proven = true;
  for (const listener of listeners) listener();
}

export function onNetwork(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
