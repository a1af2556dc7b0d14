/** Ms of pause for each ms of work: at first, and at most after repeated pauses with more work waiting. */
const pausePerWork = { least: 5, most: 40 };
const longestPause = 100;
/** Ms of pause that may be owed without pausing: a little work now and then does not wait. */
const onCredit = 20;

/**
 * Does the work that was asked for at the end of the turn of the event loop; under load, after a pause, which grows with
 * the time that the work takes. For work where doing much at once costs hardly more than doing a little, such as writing to
 * sockets. Returns the function that asks for the work.
 */
export function paced(work: () => void): () => void {
  let isPlanned = false;
  let restedAt = 0;
  let pausePerMs = pausePerWork.least;

  function run(): void {
    const startedAt = performance.now();
    isPlanned = false;
    work();
    const endedAt = performance.now();
    const pause = Math.min((endedAt - startedAt) * pausePerMs, longestPause);
    restedAt = Math.max(restedAt, endedAt) + pause;
  }

  return function want() {
    if (isPlanned) return;
    isPlanned = true;
    const wait = restedAt - onCredit - performance.now();
    pausePerMs = wait > 0 ? Math.min(pausePerMs * 2, pausePerWork.most) : pausePerWork.least;
    if (wait > 0) setTimeout(run, wait);
    else setImmediate(run);
  };
}
