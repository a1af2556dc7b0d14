import { useSyncExternalStore } from 'react';

const aMinute = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function look() {
  for (const listener of listeners) listener();
}

/** One timer for all: each chat of the list listens. */
function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    // Not one long timer to midnight: a device that sleeps may wake up on another day, and some people travel.
    timer = setInterval(look, aMinute);
    document.addEventListener('visibilitychange', look);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

const today = () => String(new Date(new Date().setHours(0, 0, 0, 0)));

/**
 * The beginning of today, as a string of `Date` that names the time zone. Components that show days and times use it, so
 * that they change at midnight, and when the device is in another time zone.
 */
export const useDay = () => useSyncExternalStore(subscribe, today);
