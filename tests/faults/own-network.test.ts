import { describe } from 'vitest';
import { started } from '../support/started.ts';
import { whyNoOwnNetworks } from '../support/own-network.ts';
import { ownNetworkFails, startNetworkedCluster } from './own-network-fails.ts';
import { roundOf } from './round-of.ts';
import { faultTest } from './rounds.ts';

const whyNot = whyNoOwnNetworks();

describe.skipIf(whyNot !== null)(
  `in a network namespace${whyNot ? `, which cannot be had here: ${whyNot}` : ''}`,
  () => {
    const cluster = started(startNetworkedCluster);

    for (const fault of ownNetworkFails) faultTest(fault, (random) => roundOf(cluster(), fault, random));
  },
);
