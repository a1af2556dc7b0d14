import { repeat, type Repeated } from '@koinonia/kit/work/repeat.ts';
import type { MediaContext } from './context.ts';
import type { ImageJob } from './images/image-job.ts';
import { createReconciler } from './images/reconcile.ts';
import { imagesAtOnce, workOnImage } from './images/work-on-image.ts';
import { copyPicture } from './issuer-pictures/copy-picture.ts';
import { selectWaiting } from './issuer-pictures/queries.ts';
import { dropWithdrawn } from './upkeep/drop-withdrawn.ts';
import { sweep } from './upkeep/sweep.ts';
import { withdrawUnsent } from './upkeep/withdraw-unsent.ts';

const reconcileEvery = 5000;
const pictureEvery = 60_000;
const usualDropEvery = 20_000;
const sweepEvery = 3_600_000;
/** Some servers never run for an hour; but right after a start, the other services may not answer yet. */
const hourly = { first: 300_000, every: sweepEvery };

/** Watches for images that are pending for too long; any of our processes may. */
function startReconciling(media: MediaContext, again: (job: ImageJob, turn: number) => Promise<void>): Repeated {
  const reconcile = createReconciler({ ...media, again });
  return repeat(reconcile, {
    every: reconcileEvery,
    log: media.log,
    failed: 'images that are pending for too long could not be looked for',
  });
}

/** Starts what a server does for itself when workers do the rest. Returns the function to end it. */
export function startBesideWorkers(media: MediaContext): () => Promise<void> {
  return closeAll([
    startReconciling(media, (job, turn) => media.imageJobs.add(job.uploadId, job, turn)),
    startSweepingSpool(media),
  ]);
}

/** Each process sweeps the temporary files of its own machine: nobody else can. */
const startSweepingSpool = ({ spool, log }: MediaContext) =>
  repeat(() => spool.sweep(), { first: 0, every: sweepEvery, log, failed: 'old temporary files could not be deleted' });

/** Starts working on images and pictures, and sweeping. Returns the function to end it. */
export function startWork(media: MediaContext, dropEvery = usualDropEvery): () => Promise<void> {
  const { log } = media;
  media.imageJobs.work({ handle: (job) => timedWork(media, job), concurrency: imagesAtOnce });
  media.pictureJobs.work({ handle: (job) => copyPicture(media, job) });

  return closeAll([
    // While the queue is away, the work is done directly.
    startReconciling(media, (job, turn) =>
      media.imageJobs.add(job.uploadId, job, turn).catch(() => timedWork(media, job)),
    ),
    repeat(() => queueWaitingPictures(media), {
      every: pictureEvery,
      log,
      failed: 'waiting pictures could not be queued',
    }),
    repeat(() => dropWithdrawn(media), { every: dropEvery, log, failed: 'withdrawn files could not be deleted' }),
    repeat(() => withdrawUnsent(media), {
      ...hourly,
      log,
      failed: 'files that were never sent could not be withdrawn',
    }),
    repeat(() => sweep(media), { ...hourly, log, failed: 'files that nobody needs could not be deleted' }),
    startSweepingSpool(media),
  ]);
}

const closeAll = (all: readonly Repeated[]) => async () => void (await Promise.all(all.map((one) => one.close())));

async function queueWaitingPictures({ db, pictureJobs }: MediaContext): Promise<void> {
  for (const personId of await selectWaiting(db)) await pictureJobs.add(personId, { personId });
}

async function timedWork(media: MediaContext, job: ImageJob): Promise<void> {
  const stopTimer = media.metrics.imageWork.startTimer();
  try {
    await workOnImage(media, job);
    stopTimer({ outcome: 'ended' });
  } catch (error) {
    stopTimer({ outcome: 'to be tried again' });
    throw error;
  }
}
