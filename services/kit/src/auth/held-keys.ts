/** Counts how often each key is held; a key is removed when nobody holds it any more. */
export function createHeldKeys() {
  const counts = new Map<string, number>();
  return {
    keys: () => [...counts.keys()],
    add(key: string) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      };
    },
  };
}
