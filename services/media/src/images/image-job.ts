import type { JobQueueOptions } from '@koinonia/kit/jobs/job-queue.ts';
import { z } from 'zod';

/** A job: make the variants of an uploaded image. */
export const ImageJob = z.object({ uploadId: z.uuid() });
export type ImageJob = z.infer<typeof ImageJob>;

/** The rows count the tries of an image; the queue's own retries are for times when a store is away. */
export const imageQueue: JobQueueOptions<ImageJob> = { name: 'images', payload: ImageJob, attempts: 4, backOff: 1000 };
