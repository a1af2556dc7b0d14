/** Does the first work under a name at once, then at most one per `pause`: the latest that was wanted meanwhile. */
export function latestPerPause<Name>(pause: number) {
  /** Every name whose last work is less than `pause` ago, with the work that waits under it. */
  const waiting = new Map<Name, (() => void) | undefined>();

  function act(name: Name, work: () => void) {
    waiting.set(name, undefined);
    setTimeout(() => {
      const next = waiting.get(name);
      waiting.delete(name);
      if (next !== undefined) act(name, next);
    }, pause);
    work();
  }

  function settle(name: Name) {
    const work = waiting.get(name);
    drop(name);
    work?.();
  }

  function drop(name: Name) {
    if (waiting.has(name)) waiting.set(name, undefined);
  }

  return {
    want(name: Name, work: () => void) {
      if (waiting.has(name)) waiting.set(name, work);
      else act(name, work);
    },
    /** Does what waits under this name at once. */
    settle,
    settleAll: () => [...waiting.keys()].forEach(settle),
    /** Never does what waits under this name. */
    drop,
    dropAll: () => [...waiting.keys()].forEach(drop),
  };
}
