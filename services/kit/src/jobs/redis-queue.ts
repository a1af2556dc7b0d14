import { type Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { createImpatientRedis, createRedis } from '../stores/redis.ts';
import { isStoreAway } from '../stores/store-away.ts';
import { forAMoment } from '../work/for-a-moment.ts';
import type { JobHandling, JobQueue, JobQueueOptions } from './job-queue.ts';

const prefix = 'koinonia:jobs';
/** Ms. A dead worker is noticed, and its jobs are given to another, within the sum of both. */
const lockDuration = 15_000;
const stalledInterval = 10_000;

/** The queue of the cluster form: BullMQ on Redis, which must not evict keys (`maxmemory-policy noeviction`). */
export function createRedisQueue<Payload>(
  url: string,
  options: JobQueueOptions<Payload>,
  log: Logger,
): JobQueue<Payload> {
  const { name } = options;
  const adding = createImpatientRedis(url, log);
  const queue = new Queue(name, {
    connection: adding,
    prefix,
    // BullMQ asks for the version of Redis at the start, when a connection that fails fast is not open yet.
    skipVersionCheck: true,
    skipWaitingForReady: true,
    defaultJobOptions: {
      attempts: options.attempts,
      backoff: { type: 'exponential', delay: options.backOff },
      // A finished job is removed, so that its id may be added again.
      removeOnComplete: true,
      removeOnFail: true,
    },
  });
  queue.on('error', (err) => log[levelFor(err, adding)]({ err, queue: name }, 'the queue failed'));

  let worker: Pick<Worker, 'close'> | null = null;
  let working: Redis | null = null;

  return {
    async add(id, payload, turn = 0) {
      await queue.add(name, options.payload.parse(payload), { jobId: jobIdOf(id), priority: turn });
    },

    work(how) {
      working = createRedis(url, log);
      worker = workerOn(working, options, how, log);
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

function workerOn<Payload>(
  connection: Redis,
  { name, payload }: JobQueueOptions<Payload>,
  how: JobHandling<Payload>,
  log: Logger,
): Pick<Worker, 'close'> {
  const running = new Set<Promise<unknown>>();
  async function work(job: Job) {
    const one = how.handle(payload.parse(job.data));
    running.add(one);
    await one.finally(() => running.delete(one));
  }
  const worker = new Worker(name, work, {
    connection,
    prefix,
    concurrency: how.concurrency ?? 1,
    lockDuration,
    stalledInterval,
  });
  worker.on('error', (err) => log[levelFor(err, connection)]({ err, queue: name }, 'the worker failed at its queue'));
  worker.on('failed', (job, err) =>
    log.warn({ err, queue: name, job: job?.id, tries: job?.attemptsMade }, 'a job failed'),
  );
  return {
    async close() {
      const closed = worker.close();
      // Not for as long as it takes: BullMQ waits for the end of its connection, of which ioredis does not tell while the
      // connection waits for its next try.
      await forAMoment(closed);
      while (running.size > 0) {
        await Promise.allSettled(running);
        await forAMoment(closed);
      }
    },
  };
}

/** A connection logs its own failures; BullMQ repeats them at every try, even before the connection is known to be lost. */
const levelFor = (error: Error, { status }: Redis) => (status !== 'ready' || isStoreAway(error) ? 'debug' : 'warn');

/** BullMQ accepts no colon in an id, and no id that looks like one of its own numbers. */
const jobIdOf = (id: string) => `id-${encodeURIComponent(id)}`;
