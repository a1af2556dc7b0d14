import { afterAll, beforeAll, describe } from 'vitest';
import { startCluster } from '../support/cluster.ts';
import { started } from '../support/started.ts';
import { nothingPrivateInLogs } from './nothing-private-in-logs.ts';
import { startTraceCollector, type TraceCollector } from '@koinonia/kit/testing/trace-collector.ts';
import { oneIdAcrossProcesses } from './one-id-across-processes.ts';
import { metricsThatAreThere } from './metrics-that-are-there.ts';

describe('looking inside', () => {
  let collector: TraceCollector | undefined;
  beforeAll(async () => {
    collector = await startTraceCollector();
  });
  afterAll(() => collector?.close());
  const cluster = started(() =>
    startCluster({ LOG_LEVEL: 'trace', OTEL_EXPORTER_OTLP_ENDPOINT: collector!.url }, { chatNodes: 2, gateways: 1 }),
  );

  metricsThatAreThere(cluster);
  oneIdAcrossProcesses(cluster, () => collector!);
  nothingPrivateInLogs(cluster, () => collector!);
});
