import type { JobQueueOptions } from '@koinonia/kit/jobs/job-queue.ts';
import { z } from 'zod';

/** The picture that the issuer sent along with a new person is to be copied. */
export const PictureJob = z.object({ personId: z.uuid() });
export type PictureJob = z.infer<typeof PictureJob>;

export const pictureQueue: JobQueueOptions<PictureJob> = {
  name: 'pictures',
  payload: PictureJob,
  attempts: 1,
  backOff: 1000,
};
