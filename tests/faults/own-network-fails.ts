import { expect } from 'vitest';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { isLong } from '../support/long-form.ts';
import { createOwnNetwork, type OwnNetwork } from '../support/own-network.ts';
import type { Fault, Scene } from './fault.ts';

/** A cluster in which one chat node has a network of its own. */
export interface NetworkedCluster extends Cluster {
  readonly network: OwnNetwork;
  mend(): Promise<void>;
}

export async function startNetworkedCluster(): Promise<NetworkedCluster> {
  const network = createOwnNetwork();
  const networks = new Map([['chat 1', network]]);
  const cluster = await startCluster({}, { networks, chatNodes: 2 }).catch((error: unknown) => {
    network.remove();
    throw error;
  });
  return {
    ...cluster,
    network,
    mend: async () => network.mend(),
    async end() {
      await cluster.end();
      network.remove();
    },
  };
}

/** Ms of a partition: a random time, from short to longer than every heartbeat timeout. */
const lasts = ({ random }: Scene<NetworkedCluster>) => random.moment(3000, isLong ? 60_000 : 6000);

const oneWay = [
  { into: 1, outOf: 0 },
  { into: 0, outOf: 1 },
] as const;

/** The faults of packets to and from a chat node. */
export const ownNetworkFails: readonly Fault<NetworkedCluster>[] = [
  {
    id: 'T11e',
    title: 'all packets to and from a chat node are lost, and no connection is told',
    passes: 'no process ends',
    async happens(scene) {
      await scene.random.moment();
      scene.cluster.network.lose({ into: 1, outOf: 1 });
      await lasts(scene);
      scene.cluster.network.mend();
      await scene.talk.flows(20);
    },
  },
  {
    id: 'T11f',
    title: 'all packets to a chat node are lost and those from it arrive, or the other way round',
    passes: 'nothing is kept twice of what was said without hearing the answer',
    async happens(scene) {
      await scene.random.moment();
      scene.cluster.network.lose(scene.random.pick(oneWay));
      await lasts(scene);
      scene.cluster.network.mend();
      await scene.talk.flows(20);
    },
  },
  {
    id: 'T11g',
    title: 'of the packets to and from a chat node every twentieth is lost',
    passes: 'nobody has to connect again',
    async happens(scene) {
      scene.cluster.network.lose({ into: 0.05, outOf: 0.05 });
      await lasts(scene);
      scene.cluster.network.mend();
      await scene.talk.flows(20);
    },
    afterwards: ({ talk }) => expect(talk.reconnections()).toBe(0),
  },
];
