/**
 * Never runs `work` twice at the same time: all calls during a run cause one more run after it, unless it fails. Resolves when
 * nothing runs any more. Rejects when the work does, for the call that began it; the next call runs it again.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isWanted = false;
  let running: Promise<void> | null = null;

  async function runWhileWanted() {
    try {
      while (isWanted) {
        isWanted = false;
        await work();
      }
    } finally {
      running = null;
    }
  }

  return function run() {
    isWanted = true;
    if (running) return running.catch(() => {});
    running = runWhileWanted();
    return running;
  };
}
