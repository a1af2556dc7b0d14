import { expect } from 'vitest';
import type { Cluster } from '../support/cluster.ts';
import type { Random } from './random.ts';
import { whileTalking } from './while-talking.ts';

const exitsWithin = 10_000;
const socketsMoveWithin = 5000;

export const movesSockets = (kind: string) => kind === 'chat' || kind === 'gateway';

/** Stops one process of a kind cleanly while people talk; later it starts again, as the next version would. */
export function drainOne(cluster: Cluster, kind: string, random: Random): Promise<number> {
  return whileTalking(
    cluster,
    async (talk) => {
      await talk.flows(30);
      const process = random.pick(cluster.processes.filter(({ name }) => name.replace(/ \d$/, '') === kind));
      await random.moment();
      const asked = Date.now();
      // An exit code of 1 would mean that it was ended after 9 s.
      expect(await process.stop()).toBe(0);
      expect(Date.now() - asked).toBeLessThan(exitsWithin);
      const moved = talk.endings().map((at) => at - asked);
      // A process without sockets must not end any connection.
      if (!movesSockets(kind)) expect(moved).toEqual([]);
      else expect(Math.max(0, ...moved)).toBeLessThan(socketsMoveWithin);
      await talk.flows(20);
      await process.start();
      const recovered = await talk.mustSettle();
      expect(talk.mostTries()).toBeLessThanOrEqual(2);
      return recovered;
    },
    () => Promise.all(cluster.processes.filter((one) => !one.isRunning()).map((one) => one.start())),
  );
}
