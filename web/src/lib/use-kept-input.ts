import { useCallback, useState, useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';
import { inputs } from './session/own-stores.ts';
import { personNow } from './session/session.ts';

const listeners = createListeners();

/** Where the person's input under this name is stored. The same person for as long as the component is mounted. */
function useInput(name: string) {
  const [uid] = useState(() => personNow() ?? '');
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [listeners.subscribe(listener), inputs.onElsewhere(uid, listener)];
      return () => stops.forEach((stop) => stop());
    },
    [uid],
  );
  return { uid, read: () => inputs.read(uid, name), subscribe };
}

/**
 * What somebody enters into a form, stored as they type: it stays while they look at another page, and when their session
 * ends, until they log out.
 */
export function useKeptInput(name: string) {
  const { uid, read, subscribe } = useInput(name);
  function change(act: (before: string) => string) {
    inputs.write(uid, name, act(read()));
    listeners.tell();
  }
  return [useSyncExternalStore(subscribe, read), change] as const;
}

export function useIsInputKept(name: string): boolean {
  const { read, subscribe } = useInput(name);
  return useSyncExternalStore(subscribe, () => read() !== '');
}
