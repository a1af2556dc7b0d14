import { setTimeout as wait } from 'node:timers/promises';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { type Audience, createCallerSigner } from '@koinonia/kit/calls/caller-statement.ts';
import { createDatabase, migrate, pingDatabase } from '@koinonia/kit/stores/database.ts';
import type { JobQueueOptions } from '@koinonia/kit/jobs/job-queue.ts';
import { createMemoryQueue } from '@koinonia/kit/jobs/memory-queue.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { leftOfEnding } from '@koinonia/kit/process/shutdown.ts';
import { createServiceClient } from '@koinonia/kit/calls/service-client.ts';
import { createServiceNodes } from '@koinonia/kit/calls/service-nodes.ts';
import type { MediaConfig } from './config.ts';
import type { MediaContext } from './context.ts';
import { migrations } from './database/migrations/migrations.ts';
import type { MediaTables } from './database/schema.ts';
import { openFiles, tellDataDir } from './files.ts';
import { imageQueue } from './images/image-job.ts';
import { imagesAtOnce } from './images/work-on-image.ts';
import { createImagePool } from './images/image-pool.ts';
import { pictureQueue } from './issuer-pictures/picture-job.ts';
import { countedStore, createMediaMetrics } from './metrics.ts';
import { createSpool } from './uploads/spool.ts';

/** Waits with a timeout: closing a queue that is away may never finish. */
const withinTime = (done: Promise<unknown>, ms: number) => Promise.race([done, wait(ms, undefined, { ref: false })]);

export interface MediaDependencies {
  config: MediaConfig;
  log: Logger;
  bus: Bus;
  /** The `nice` values of the processes that read images. */
  niceness?: { readonly inspecting: number; readonly resizing: number };
  /** Ms between two looks for withdrawn files, for the process that does the work. */
  dropEvery?: number;
}

/** Opens all stores of the service and its worker, and brings the database up to date. */
export async function openMedia(
  { config, log, niceness = { inspecting: 5, resizing: 10 } }: MediaDependencies,
  as: 'media' | 'media-worker',
): Promise<{ media: MediaContext; ping(): Promise<unknown>; close(): Promise<void> }> {
  const database = { url: config.databaseUrl, schema: 'media', log };
  // The file store first: its configuration may be wrong, and nothing else is open yet.
  const files = await openFiles(config.files).catch(tellDataDir);
  const { diskFullPercent } = config.limits;
  const spool = await createSpool({ folder: config.spoolFolder, diskFullPercent }).catch(tellDataDir);
  await migrate({ ...database, migrations });
  const db = createDatabase<MediaTables>(database);
  const metrics = createMediaMetrics(db);

  const imageJobs = await openQueue(config.redisUrl, imageQueue, log);
  const pictureJobs = await openQueue(config.redisUrl, pictureQueue, log);
  const inspecting = createImagePool({ size: 2, niceness: niceness.inspecting, staysReady: true, log });
  const resizing = createImagePool({ size: imagesAtOnce, niceness: niceness.resizing, staysReady: false, log });

  const sign = createCallerSigner(config.internalSecret);
  const open = (audience: Audience, urls: readonly string[]) =>
    createServiceClient({ nodes: createServiceNodes(urls), audience, as, sign });
  const [identity, chat] = [open('identity', config.identityUrls), open('chat', config.chatUrls)];

  return {
    media: {
      db,
      files: countedStore(files, metrics),
      metrics,
      spool,
      inspecting,
      resizing,
      imageJobs,
      pictureJobs,
      identity,
      chat,
      limits: config.limits,
      log,
    },
    ping: () => Promise.all([pingDatabase(db), files.ping(), imageJobs.ping()]),
    async close() {
      const jobsEnded = Promise.all([imageJobs.close(), pictureJobs.close()]);
      await withinTime(jobsEnded, leftOfEnding(4000));
      // An image that takes longer is started again by another worker, and the try is not counted.
      resizing.close();
      inspecting.close();
      await withinTime(jobsEnded, 1000);
      await Promise.all([identity.close(), chat.close()]);
      await db.destroy();
    },
  };
}

async function openQueue<Payload>(redisUrl: string | undefined, options: JobQueueOptions<Payload>, log: Logger) {
  if (!redisUrl) return createMemoryQueue(options, log);
  // Loaded only where it is used, as it is large.
  const { createRedisQueue } = await import('@koinonia/kit/jobs/redis-queue.ts');
  return createRedisQueue(redisUrl, options, log);
}
