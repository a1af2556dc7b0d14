/** Ms of pause for each ms of processor time: at first, and at most after repeated pauses with more work waiting. */
const pausePerWork = { least: 5, most: 40 };
const longestPause = 100;
/** Ms of pause that may be owed without pausing: a little work now and then does not wait. */
const onCredit = 20;

/**
 * Does the work that was asked for at the end of the turn of the event loop; under load, after a pause, which grows with the
 * processor time that the work takes: time in which it had to wait for the processor does not count. For work where doing much
 * at once costs hardly more than doing a little, such as writing to sockets. Returns the function that asks for the work.
 */
export function paced(work: () => void): () => void {
  let isPlanned = false;
  let restedAt = 0;
  let pausePerMs = pausePerWork.least;

  function run(): void {
    const before = process.threadCpuUsage();
    isPlanned = false;
    work();
    const { user, system } = process.threadCpuUsage(before);
    const pause = Math.min(((user + system) / 1000) * pausePerMs, longestPause);
    restedAt = Math.max(restedAt, performance.now()) + pause;
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
