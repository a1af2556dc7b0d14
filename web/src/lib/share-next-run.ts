/**
 * Never runs `work` twice at the same time: all calls during a run share one more run after it. Each call gets the outcome
 * of a run that began after the call.
 */
export function shareNextRun<Outcome>(work: () => Promise<Outcome>): () => Promise<Outcome> {
  let current: Promise<unknown> | undefined;
  let next: Promise<Outcome> | undefined;

  function start(): Promise<Outcome> {
    const run = work().finally(() => {
      if (current === run) current = undefined;
    });
    current = run;
    next = undefined;
    return run;
  }

  return () => {
    if (current === undefined) return start();
    next ??= current.then(start, start);
    return next;
  };
}
