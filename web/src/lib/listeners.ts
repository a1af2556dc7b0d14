/** Functions to call at each change of something. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** Adds a listener, until the returned function is called. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    tell() {
      for (const listener of listeners) listener();
    },
  };
}
