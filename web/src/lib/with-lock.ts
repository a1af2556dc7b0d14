/**
 * `work`, while no other window of this browser does what goes under the same name. Plain http on another machine's address
 * has no Web Locks: there windows take no turns, so what they do must be harmless when it is done twice.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(name, work) : work();
}
