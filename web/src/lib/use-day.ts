import { useSyncExternalStore } from 'react';

const aMinute = 60_000;

function subscribe(listener: () => void) {
  // Not one long timer to midnight: a device that sleeps may wake up on another day, and some people travel.
  const timer = setInterval(listener, aMinute);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Today, as a string of `Date`. Components that show 'Today' use it, so that they change at midnight. */
export const useDay = () => useSyncExternalStore(subscribe, () => new Date().toDateString());
