import { createListeners } from './listeners.ts';

/**
 * The server was reached although the device has said from the start that it has no network, as with some VPNs. A device that
 * says so only later has really lost its network.
 */
let proven = false;
let hasNoticed = false;
const listeners = createListeners();

addEventListener('offline', () => {
  hasNoticed = true;
  proven = false;
});

/** False when the device knows that it has no network. True is no guarantee. */
export const isOnline = () => navigator.onLine || proven;

/** The server was reached: it has accepted a socket, or given a token where a proxy lets no socket through. */
export function proveOnline() {
  if (hasNoticed || isOnline()) return;
  proven = true;
  listeners.tell();
}

export function onNetwork(listener: () => void): () => void {
  const stop = listeners.subscribe(listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    stop();
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
