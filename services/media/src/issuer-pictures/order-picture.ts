import { invalid } from '@koinonia/kit/errors.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import type { MediaContext } from '../context.ts';
import { texts } from '../texts.ts';
import { insertPicture } from './queries.ts';

/** Stores that a person's picture must be copied. A repeated call has no effect on one that is copied. */
export async function orderPicture(media: MediaContext, personId: string, address: string): Promise<void> {
  if (!isOwnId(personId)) throw invalid(texts.noPersonId);
  if (!(await insertPicture(media.db, personId, address))) return;
  await media.pictureJobs
    .add(personId, { personId })
    .catch((err: unknown) => media.log.warn({ err }, 'a picture could not be queued yet'));
}
