import { setImmediate as nextTurn } from 'node:timers/promises';

/** Ms of work after which everything else that waits for the process has its turn. */
const longestTurn = 2;

/** For work in many steps. Await a call of the returned function between two steps: it lets other work run when it is time. */
export function takeTurns(): () => Promise<void> | undefined {
  let beganAt = performance.now();
  return () => {
    if (performance.now() - beganAt <= longestTurn) return;
    return nextTurn().then(() => {
      beganAt = performance.now();
    });
  };
}
