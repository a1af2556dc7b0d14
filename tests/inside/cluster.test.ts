import { afterAll, beforeAll, describe } from 'vitest';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { nothingPrivateInLogs } from './nothing-private-in-logs.ts';
import { startTraceCollector, type TraceCollector } from '@koinonia/kit/testing/trace-collector.ts';
import { oneIdAcrossProcesses } from './one-id-across-processes.ts';
import { metricsThatAreThere } from './metrics-that-are-there.ts';

describe('looking inside', () => {
  let collector: TraceCollector | undefined;
  let cluster: Cluster | undefined;
  beforeAll(async () => {
    collector = await startTraceCollector();
    cluster = await startCluster(
      { LOG_LEVEL: 'trace', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      { chatNodes: 2, gateways: 1 },
    );
  }, 240_000);
  afterAll(async () => {
    await cluster?.end();
    await collector?.close();
  });

  metricsThatAreThere(() => cluster!);
  oneIdAcrossProcesses(
    () => cluster!,
    () => collector!,
  );
  nothingPrivateInLogs(
    () => cluster!,
    () => collector!,
  );
});
