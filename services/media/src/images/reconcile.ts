import type { MediaContext } from '../context.ts';
import { objectsOf } from '../uploads/object-names.ts';
import { deleteObjects } from '../uploads/store-file.ts';
import type { ImageJob } from './image-job.ts';
import { failOverdue, selectForgotten } from './queries.ts';

/** Seconds. Each upload has one of its two ends within 2 minutes, and this is looked at every few seconds. */
const overdueAfter = 105;
/** Seconds in which the queue should have brought an image to a worker. */
const forgottenAfter = 5;

type Reconciled = Pick<MediaContext, 'db' | 'files' | 'log'> & {
  /** Brings an image to a worker once more. */
  again(job: ImageJob): Promise<void>;
};

/**
 * Queues forget, workers die: what the rows say is pending is queued again, and failed when it was tried twice or when
 * its time is over. Any process may do this, several at once do no harm.
 */
export async function reconcileImages({ db, files, log, again }: Reconciled): Promise<void> {
  for (const failed of await failOverdue(db, overdueAfter)) {
    log.warn({ upload: failed.id }, 'an image was given up');
    await deleteObjects(files, objectsOf(failed)).catch((err: unknown) =>
      log.warn({ err }, 'the objects of a failed upload are left to the sweep'),
    );
  }
  for (const uploadId of await selectForgotten(db, forgottenAfter)) await again({ uploadId });
}
