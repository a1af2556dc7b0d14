import { collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import { clockOffset } from '../clock.ts';

/** The metrics of one service; several may run in one Node process (solo form). */
export function createMetrics(service: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  for (const metric of metricsOfProcess()) registry.registerMetric(metric);
  const requestDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, or until that was given up',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return { registry, requestDuration };
}

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Milliseconds between two looks at the event loop, which is the least delay that the metric shows. Each look wakes an idle
 * process: at prom-client's 10 ms, that took more processor time than all else an idle service does.
 */
const lookEvery = 50;

let ofProcess: readonly Metric[] | undefined;

/** Measured once, however many services run in the process: whatever watches the event loop never rests. */
const metricsOfProcess = (): readonly Metric[] => (ofProcess ??= measureProcess());

function measureProcess(): readonly Metric[] {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lookEvery });
  const offset = new Gauge({
    name: 'clock_offset_seconds',
    help: "Time by which this machine's clock is ahead of the database's, which all processes use",
    registers: [],
    collect() {
      this.set(clockOffset() / 1000);
    },
  });
  registry.registerMetric(offset);
  return registry.getMetricsAsArray().flatMap(({ name }) => registry.getSingleMetric(name) ?? []);
}
