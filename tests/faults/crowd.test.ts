import { afterAll, beforeAll, describe } from 'vitest';
import { startCluster } from '../support/cluster.ts';
import { isLong } from '../support/long-form.ts';
import { started } from '../support/started.ts';
import { crowdFaults } from './crowd-faults.ts';
import { gather, type Gathering } from './crowd.ts';
import { faultTest } from './rounds.ts';

const size = isLong ? { people: 100, devices: 10 } : { people: 30, devices: 8 };

const cluster = started(() => startCluster());
let gathering: Gathering;

beforeAll(async () => {
  gathering = await gather(cluster(), size);
}, 240_000);
afterAll(() => gathering?.crowd.end());

describe(`a crowd of ${size.people * size.devices} sockets`, () => {
  for (const fault of crowdFaults)
    faultTest(fault, (random) => fault.happens({ cluster: cluster(), gathering, random }));
});
