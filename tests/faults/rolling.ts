import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startCluster } from '../support/cluster.ts';
import { checkout } from './previous-release.ts';
import type { Random } from './random.ts';
import { requireAllRunning, whileTalking } from './while-talking.ts';

/**
 * Starts everything with the last release, and updates it process by process while people talk: as soon as the first process
 * of a service is new, the service's others run the last release on the new schema.
 */
export async function rollFrom(previousRoot: string, random: Random): Promise<number> {
  const isNew = new Set<string>();
  // A process that the last release did not have is new from the start.
  const root = (name: string, script: string) =>
    isNew.has(name) || !existsSync(join(previousRoot, script)) ? checkout : previousRoot;
  const cluster = await startCluster({}, { twoOfEach: true, chatNodes: 2, root });
  return whileTalking(
    cluster,
    async (talk) => {
      await talk.flows(30);
      for (const process of cluster.processes) {
        await random.moment(0, 500);
        expect(await process.stop()).toBe(0);
        isNew.add(process.name);
        await process.start();
        await talk.flows(10);
      }
      const recovered = await talk.mustSettle();
      expect(talk.mostTries()).toBeLessThanOrEqual(2);
      requireAllRunning(cluster);
      return recovered;
    },
    () => cluster.end(),
  );
}
