import type { JobQueueOptions } from '@koinonia/kit/jobs/job-queue.ts';
import { z } from 'zod';

/** The variants of an uploaded image are to be made. */
export const ImageJob = z.object({ uploadId: z.uuid() });
export type ImageJob = z.infer<typeof ImageJob>;

/** The rows tell how often an image was tried; the queue's own tries are there for a store that was away. */
export const imageQueue: JobQueueOptions<ImageJob> = { name: 'images', payload: ImageJob, attempts: 4, backOff: 1000 };
