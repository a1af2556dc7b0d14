import type { JobQueueOptions } from '@koinonia/kit/jobs/job-queue.ts';
import { z } from 'zod';

/** A job: copy the picture that the issuer sent with a new person. */
export const PictureJob = z.object({ personId: z.uuid() });
export type PictureJob = z.infer<typeof PictureJob>;

export const pictureQueue: JobQueueOptions<PictureJob> = {
  name: 'pictures',
  payload: PictureJob,
  attempts: 1,
  backOff: 1000,
};
