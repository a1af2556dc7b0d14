/** At most `most` may have a place at a time. The others wait, in the order of asking. */
export function createPlaces(most: number) {
  const waiting = new Set<{ readonly begin: () => void }>();
  let taken = 0;

  function fill() {
    for (const next of waiting) {
      if (taken === most) return;
      waiting.delete(next);
      taken += 1;
      next.begin();
    }
  }

  /** Calls `begin` once there is a place. The returned function gives the place back, or the waiting up. */
  return function take(begin: () => void): () => void {
    const asking = { begin };
    let isOver = false;
    waiting.add(asking);
    fill();
    return () => {
      if (isOver) return;
      isOver = true;
      if (waiting.delete(asking)) return;
      taken -= 1;
      fill();
    };
  };
}
