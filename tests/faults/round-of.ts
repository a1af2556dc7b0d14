import type { Cluster } from '../support/cluster.ts';
import { isLong } from '../support/long-form.ts';
import type { Fault } from './fault.ts';
import type { Random } from './random.ts';
import { requireAllRunning, whileTalking } from './while-talking.ts';

/** One round of a fault while people talk. Resolves with the ms until everything was in order again. */
export function roundOf<C extends Cluster & { mend(): Promise<void> }>(
  cluster: C,
  fault: Fault<C>,
  random: Random,
): Promise<number> {
  return whileTalking(
    cluster,
    async (talk) => {
      const scene = { cluster, talk, random };
      await talk.flows(isLong ? 40 : 20);
      await fault.happens(scene);
      const recovered = await talk.mustSettle();
      fault.afterwards?.(scene);
      requireAllRunning(cluster);
      return recovered;
    },
    () => cluster.mend(),
  );
}
