const opening = 3_000;

/**
 * Does what can wait, once the page has opened: on a slow network it would otherwise take its share from what the page
 * shows first. Gives back how to call it off.
 */
export function onceOpen(task: () => void): () => void {
  // Safari knows no idle moments.
  const whenIdle = 'requestIdleCallback' in window ? () => void requestIdleCallback(task) : task;
  const timer = setTimeout(whenIdle, Math.max(0, opening - performance.now()));
  return () => clearTimeout(timer);
}
