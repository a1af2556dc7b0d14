import { describe } from 'vitest';
import { started } from '../support/started.ts';
import { clocksFail } from './clocks-fail.ts';
import type { Fault } from './fault.ts';
import { startFaultyCluster } from './faulty-cluster.ts';
import { networkFails } from './network-fails.ts';
import { processesFail } from './processes-fail.ts';
import { roundOf } from './round-of.ts';
import { faultTest } from './rounds.ts';
import { storesFail } from './stores-fail.ts';

const cluster = started(startFaultyCluster);

const calm: Fault = { id: 'T0', title: 'nothing goes wrong', passes: '', happens: ({ talk }) => talk.flows(60) };

describe('no message is lost, doubled, put out of order or told to strangers', () => {
  for (const fault of [calm, ...processesFail, ...storesFail, ...networkFails, ...clocksFail]) {
    faultTest(fault, (random) => roundOf(cluster(), fault, random));
  }
});
