import { setImmediate as nextTurn } from 'node:timers/promises';

/** Ms of work after which everything else that waits for the process has its turn. */
const longestTurn = 2;

/** For work in many steps. Returns what to await between two of them: others have their turn when it is due. */
export function takeTurns(): () => Promise<void> | undefined {
  let beganAt = performance.now();
  return () => {
    if (performance.now() - beganAt <= longestTurn) return;
    return nextTurn().then(() => {
      beganAt = performance.now();
    });
  };
}
