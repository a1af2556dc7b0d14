import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import type { JobQueue } from '@koinonia/kit/jobs/job-queue.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import type { ServiceClient } from '@koinonia/kit/calls/service-client.ts';
import type { UploadLimits } from './config.ts';
import type { MediaDatabase } from './database/schema.ts';
import type { ImageJob } from './images/image-job.ts';
import type { ImagePool } from './images/image-pool.ts';
import type { MediaMetrics } from './metrics.ts';
import type { PictureJob } from './issuer-pictures/picture-job.ts';
import type { Spool } from './uploads/spool.ts';

/** The dependencies of this service's features. */
export interface MediaContext {
  db: MediaDatabase;
  files: FileStore;
  metrics: MediaMetrics;
  spool: Spool;
  /** The image processes that inspect uploads while their senders wait. */
  inspecting: ImagePool;
  /** Those that make variants, at a lower priority. */
  resizing: ImagePool;
  imageJobs: JobQueue<ImageJob>;
  pictureJobs: JobQueue<PictureJob>;
  identity: ServiceClient;
  chat: ServiceClient;
  limits: UploadLimits;
  log: Logger;
}
