import { Gauge, type Registry } from 'prom-client';
import type { JobQueue } from '../jobs/job-queue.ts';

/** The part of a queue that is needed to count its waiting jobs. */
export type CountedQueue = Pick<JobQueue<unknown>, 'depth'>;

/** Reports the number of jobs of each queue, by the queue's name in the metrics; nothing for a queue that is away. */
export function countJobs(registry: Registry, queues: Readonly<Record<string, CountedQueue>>): void {
  const gauge = new Gauge({
    name: 'jobs_waiting',
    help: 'Jobs that wait or are being worked on',
    labelNames: ['queue'] as const,
    registers: [],
    async collect() {
      const read = Object.entries(queues).map(async ([name, queue]) => {
        const count = await queue.depth().catch(() => null);
        if (count === null) this.remove({ queue: name });
        else this.set({ queue: name }, count);
      });
      await Promise.all(read);
    },
  });
  registry.registerMetric(gauge);
}
