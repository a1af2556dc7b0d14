import { describe } from 'vitest';
import { startCluster } from '../support/cluster.ts';
import { isLong } from '../support/long-form.ts';
import { started } from '../support/started.ts';
import { processNames } from '@koinonia/infra/processes.ts';
import { drainOne, movesSockets } from './drain.ts';
import { faultTest } from './rounds.ts';

const cluster = started(() => startCluster({}, { twoOfEach: true, ...(!isLong && { chatNodes: 1, gateways: 1 }) }));

describe('one of two processes is told to end', () => {
  // In the short form, the restart in T2 covers the processes that hold sockets.
  for (const kind of processNames.filter((one) => isLong || !movesSockets(one))) {
    const sockets = movesSockets(kind) ? '; its sockets go one after another within 5 s' : '';
    faultTest(
      {
        id: 'Drain',
        title: `SIGTERM of a process: ${kind}`,
        passes: `it ends with 0 within 10 s, no send fails more than once${sockets}`,
      },
      (random) => drainOne(cluster(), kind, random),
    );
  }
});
