/**
 * Never runs `work` twice at the same time: all calls during a run cause one more run after it, unless it fails. Rejects when
 * the work does; the next call runs it again.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isWanted = false;
  let isRunning = false;
  return async function run() {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isWanted) {
        isWanted = false;
        await work();
      }
    } finally {
      isRunning = false;
    }
  };
}
