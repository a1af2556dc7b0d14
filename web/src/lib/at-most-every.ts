/** Does the first work under a name at once, and then one in each `pause`: the latest of what comes meanwhile. */
export function atMostEvery<Name>(pause: number) {
  /** The work that waits under each name whose last work is not yet so long ago. */
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
    /** Does at once what waits under this name. */
    settle,
    settleAll: () => [...waiting.keys()].forEach(settle),
    /** Never does what waits under this name. */
    drop,
    dropAll: () => [...waiting.keys()].forEach(drop),
  };
}
