import { startTalk, type Talk } from '../delivery/talk.ts';
import type { Cluster } from '../support/cluster.ts';

/** Runs one round while people talk, then repairs what it has left. If it failed, the processes' complaints are shown. */
export async function whileTalking(
  cluster: Cluster,
  round: (talk: Talk) => Promise<number>,
  repair: () => Promise<unknown>,
): Promise<number> {
  let talk: Talk | undefined;
  let passed = false;
  try {
    talk = await startTalk(cluster);
    const recovered = await round(talk);
    passed = true;
    return recovered;
  } finally {
    talk?.stop();
    // By the end of it, what they have logged of the failure has arrived.
    await repair().finally(() => passed || console.error(cluster.complaints()));
  }
}

/** Without this check, the other processes would hide one that crashed because of a fault. */
export function requireAllRunning({ processes }: Cluster): void {
  const fallen = processes.filter((process) => !process.isRunning());
  if (fallen.length > 0) throw new Error(`${fallen.map(({ name }) => name).join(', ')} ended by itself`);
}
