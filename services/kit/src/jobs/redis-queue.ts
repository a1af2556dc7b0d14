import { Queue, Worker } from 'bullmq';
import type { Logger } from 'pino';
import { createRedis } from '../redis.ts';
import type { JobQueue, JobQueueOptions } from './job-queue.ts';

const prefix = 'koinonia:jobs';
/** Ms. A worker that has died is noticed, and its jobs given to another, within the sum of both. */
const lockDuration = 15_000;
const stalledInterval = 10_000;

/** The queue of the cluster form: BullMQ on Redis, which must keep what it has (`maxmemory-policy noeviction`). */
export function createRedisQueue<Payload>(
  url: string,
  options: JobQueueOptions<Payload>,
  log: Logger,
): JobQueue<Payload> {
  const { name } = options;
  const adding = createRedis(url, log, { failFast: true });
  const queue = new Queue(name, {
    connection: adding,
    prefix,
    // The version of Redis is asked for at the start, when a connection that fails fast is not there yet.
    skipVersionCheck: true,
    skipWaitingForReady: true,
    defaultJobOptions: {
      attempts: options.attempts,
      backoff: { type: 'exponential', delay: options.backOff },
      // A job that is over is forgotten, so that its id may be added again.
      removeOnComplete: true,
      removeOnFail: true,
    },
  });
  queue.on('error', (err) => log.warn({ err, queue: name }, 'the queue is away'));

  let worker: Worker | null = null;
  let working: ReturnType<typeof createRedis> | null = null;

  return {
    async add(id, payload) {
      await queue.add(name, options.payload.parse(payload), { jobId: jobIdOf(id) });
    },

    work({ handle, gaveUp, concurrency = 1 }) {
      working = createRedis(url, log);
      worker = new Worker(name, async (job) => void (await handle(options.payload.parse(job.data))), {
        connection: working,
        prefix,
        concurrency,
        lockDuration,
        stalledInterval,
      });
      worker.on('error', (err) => log.warn({ err, queue: name }, 'the worker lost its queue'));
      worker.on('failed', (job, err) => {
        log.warn({ err, queue: name, job: job?.id, tries: job?.attemptsMade }, 'a job failed');
        if (!job || job.attemptsMade < options.attempts) return;
        const payload = options.payload.safeParse(job.data);
        if (!payload.success) return;
        gaveUp?.(payload.data, err).catch((cause: unknown) => log.error({ err: cause }, 'giving up on a job failed'));
      });
    },

    depth: () => queue.getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized'),

    async ping() {
      await adding.ping();
    },

    async close() {
      await worker?.close();
      await queue.close();
      working?.disconnect();
      adding.disconnect();
    },
  };
}

/** BullMQ takes no colon in an id, and none that looks like a number of its own. */
const jobIdOf = (id: string) => `id-${encodeURIComponent(id)}`;
