import { useCallback, useState, useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';
import { inputs } from './session/own-stores.ts';
import { personNow } from './session/session.ts';

const listeners = createListeners();

/**
 * What somebody enters into a form, stored as they type: it stays while they look at another page, when the page reloads,
 * and when their session expires. It is deleted as drafts are: when they log out, when somebody signs out this device or
 * deactivates them, and when somebody else signs in.
 */
export function useKeptInput(name: string) {
  // The same person for as long as the component is mounted.
  const [uid] = useState(() => personNow() ?? '');
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [listeners.subscribe(listener), inputs.onElsewhere(uid, listener)];
      return () => stops.forEach((stop) => stop());
    },
    [uid],
  );
  const read = () => inputs.read(uid, name);
  function change(act: (before: string) => string) {
    inputs.write(uid, name, act(read()));
    listeners.tell();
  }
  return [useSyncExternalStore(subscribe, read), change] as const;
}
