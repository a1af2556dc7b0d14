import { startTalk, type Talk } from '../delivery/talk.ts';
import type { Cluster } from '../support/cluster.ts';
import type { Fault } from './fault.ts';
import type { Random } from './random.ts';
import { isLong } from './rounds.ts';

/** One round of a fault while people talk. Resolves with the ms until everything was in order again. */
export async function roundOf<C extends Cluster & { mend(): Promise<void> }>(
  cluster: C,
  fault: Fault<C>,
  random: Random,
): Promise<number> {
  let talk: Talk | undefined;
  try {
    talk = await startTalk(cluster);
    const scene = { cluster, talk, random, isLong };
    await talk.flows(isLong ? 40 : 20);
    await fault.happens(scene);
    const recovered = await talk.mustSettle();
    fault.afterwards?.(scene);
    requireAllRunning(cluster);
    return recovered;
  } catch (error) {
    console.error(cluster.complaints());
    throw error;
  } finally {
    talk?.stop();
    await cluster.mend();
  }
}

/** Without this check, the other processes would hide one that crashed because of a fault. */
function requireAllRunning({ processes }: Cluster) {
  const fallen = processes.filter((process) => !process.isRunning());
  if (fallen.length > 0) throw new Error(`${fallen.map(({ name }) => name).join(', ')} ended by itself`);
}
