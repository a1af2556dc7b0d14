/**
 * Runs `work` while no other window of this browser runs work under the same name. Plain http on another machine's
 * address has no Web Locks: there, windows do not take turns, so the work must be harmless when it runs twice.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(name, work) : work();
}

/** Whether no window runs work under this name now; false without Web Locks, where this cannot be known. */
export const isFree = (name: string): Promise<boolean> =>
  'locks' in navigator
    ? navigator.locks.request(name, { ifAvailable: true }, (lock) => lock !== null)
    : Promise.resolve(false);
