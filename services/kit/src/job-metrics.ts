import { Gauge, type Registry } from 'prom-client';
import type { JobQueue } from './jobs/job-queue.ts';

/** What is asked of a queue to count what waits in it. */
export type CountedQueue = Pick<JobQueue<unknown>, 'depth'>;

/** Tells how many jobs each queue holds, by the name that the metrics give it; nothing of one that is away. */
export function countJobs(registry: Registry, queues: Readonly<Record<string, CountedQueue>>): void {
  const gauge = new Gauge({
    name: 'jobs_waiting',
    help: 'Jobs that wait or are being worked on',
    labelNames: ['queue'] as const,
    registers: [],
    async collect() {
      const read = Object.entries(queues).map(async ([queue, { depth }]) => {
        const count = await depth().catch(() => null);
        if (count === null) this.remove({ queue });
        else this.set({ queue }, count);
      });
      await Promise.all(read);
    },
  });
  registry.registerMetric(gauge);
}
