/** Counts for each key how often it is held; a key that nobody holds any more is forgotten. */
export interface Tally {
  /** Counts one more until the returned function is called. */
  add(key: string): () => void;
  of(key: string): number;
  keys(): string[];
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    add(key) {
      counts.set(key, of(key) + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        if (of(key) === 1) counts.delete(key);
        else counts.set(key, of(key) - 1);
      };
    },
    of,
    keys: () => [...counts.keys()],
  };
}
