import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { clockOffset } from '../clock.ts';

/** The metrics of one service; several may run in one Node process (solo form). */
export function createMetrics(service: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const requestDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const offset = new Gauge({
    name: 'clock_offset_seconds',
    help: "Time by which this machine's clock is ahead of the database's, by which everyone goes",
    registers: [],
    collect() {
      this.set(clockOffset() / 1000);
    },
  });
  registry.registerMetric(offset);
  return { registry, requestDuration };
}

export type Metrics = ReturnType<typeof createMetrics>;
