import { describe } from 'vitest';
import { started } from '../support/started.ts';
import { clocksFail } from './clocks-fail.ts';
import { startFaultyCluster } from './faulty-cluster.ts';
import { networkFails } from './network-fails.ts';
import { processesFail } from './processes-fail.ts';
import { faultTest, soakMinutes } from './rounds.ts';
import { soak } from './soak.ts';
import { storesFail } from './stores-fail.ts';

describe.runIf(soakMinutes > 0)(`${soakMinutes} minutes of faults`, () => {
  const cluster = started(startFaultyCluster);

  faultTest(
    {
      id: 'T20',
      title: `${soakMinutes} minutes of all of these, one after another, by chance`,
      passes: 'memory and open files of processes that were not restarted do not grow by more than a fifth',
    },
    (random) =>
      soak(cluster(), [...processesFail, ...storesFail, ...networkFails, ...clocksFail], random, soakMinutes * 60_000),
    { once: true, within: soakMinutes * 60_000 + 300_000 },
  );
});
