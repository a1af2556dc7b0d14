const opening = 3_000;

/**
 * Runs a task that can wait, once the page has opened: on a slow network it would compete with the first requests of
 * the page. Returns a function that cancels it.
 */
export function onceOpen(task: () => void): () => void {
  // Safari has no requestIdleCallback.
  const whenIdle = 'requestIdleCallback' in window ? () => void requestIdleCallback(task) : task;
  const timer = setTimeout(whenIdle, Math.max(0, opening - performance.now()));
  return () => clearTimeout(timer);
}
