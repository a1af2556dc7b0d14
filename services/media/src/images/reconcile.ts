import type { MediaContext } from '../context.ts';
import { objectsOf } from '../objects/object-names.ts';
import { deleteObjects } from '../objects/store-file.ts';
import type { ImageJob } from './image-job.ts';
import { failOverdue, selectForgotten } from './queries.ts';

/** Seconds. Each upload must be ready or failed within 2 minutes, and this runs every few seconds. */
const overdueAfter = 105;
/** Seconds in which the queue should have brought an image to a worker. */
const forgottenAfter = 5;

type Reconciled = Pick<MediaContext, 'db' | 'files' | 'log' | 'metrics'> & {
  /** Queues an image again. */
  again(job: ImageJob, turn: number): Promise<void>;
};

/**
 * Queues lose jobs and workers die: images whose rows are pending are queued again, and marked as failed after two tries or
 * after the time limit. Any process may do this, also several at once. After an outage of everything, such as a power cut, the
 * images that were waiting are not failed but worked on.
 */
export function createReconciler({ db, files, log, metrics, again }: Reconciled): () => Promise<void> {
  let watchedSince = performance.now();
  /** While the database is away, nobody watches. */
  const watched = <T>(query: Promise<T>) =>
    query.catch((error: unknown) => {
      watchedSince = performance.now();
      throw error;
    });

  return async function reconcile() {
    const watchedFor = (performance.now() - watchedSince) / 1000;
    for (const failed of await watched(failOverdue(db, { seconds: overdueAfter, watchedFor }))) {
      metrics.imagesGivenUp.inc();
      log.warn({ upload: failed.id }, 'an image was given up');
      // Not waited for: while the file store hangs, other images must be given up in time as well.
      void deleteObjects(files, objectsOf(failed)).catch((err: unknown) =>
        log.warn({ err }, 'the objects of a failed upload are left to the sweep'),
      );
    }
    for (const { id, turn } of await watched(selectForgotten(db, forgottenAfter))) await again({ uploadId: id }, turn);
  };
}
