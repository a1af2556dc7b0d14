import { useSyncExternalStore } from 'react';

const aMinute = 60_000;

function subscribe(listener: () => void) {
  // Not one long timer to midnight: a device that sleeps wakes up on another day, and some travel.
  const timer = setInterval(listener, aMinute);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** The day that it is, as `Date` reads it. Whoever says 'Today' asks for it, so that tomorrow they say something else. */
export const useDay = () => useSyncExternalStore(subscribe, () => new Date().toDateString());
