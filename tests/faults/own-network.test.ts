import { afterAll, beforeAll, describe } from 'vitest';
import { whyNoOwnNetworks } from '../support/own-network.ts';
import { type NetworkedCluster, ownNetworkFails, startNetworkedCluster } from './own-network-fails.ts';
import { roundOf } from './round-of.ts';
import { faultTest } from './rounds.ts';

const whyNot = whyNoOwnNetworks();

let cluster: NetworkedCluster;

describe.skipIf(whyNot !== null)(
  `in a network namespace${whyNot ? `, which cannot be had here: ${whyNot}` : ''}`,
  () => {
    beforeAll(async () => {
      cluster = await startNetworkedCluster();
    }, 240_000);
    afterAll(() => cluster?.end());

    for (const fault of ownNetworkFails) faultTest(fault, (random) => roundOf(cluster, fault, random));
  },
);
