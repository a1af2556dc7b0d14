/** Ms of pause for each ms of work: at first, and at most, when there was always more to do after each pause. */
const pausePerWork = { least: 5, most: 40 };
const longestPause = 100;
/** Ms of pause that may be owed before one is made: a little work, now and then, waits for nothing. */
const onCredit = 20;

/**
 * Does what was asked for at the end of the turn of the event loop; when there is much of it, after a pause, the longer the
 * more time the work takes. For work of which doing much at once costs hardly more than doing a little, as writing to
 * sockets. Gives back how one asks for it.
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
