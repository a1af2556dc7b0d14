import type { z } from 'zod';

/**
 * Work to do later, by any process that works on the queue: through Redis (`redis-queue.ts`) or within this process
 * (`memory-queue.ts`). Both guarantee the same. A job is done at least once: it may be done twice when a worker dies or
 * freezes, so repeating it must be harmless. A queue may lose jobs (Redis without its disk, the memory of a process), so
 * work that must not be lost keeps its state in the database and is added again.
 */
export interface JobQueue<Payload> {
  /**
   * Adds a job. While a job with this id waits or is being worked on, adding it again has no effect. Rejects while the queue is
   * away. Waiting jobs are done in order of `turn`, and within a turn as they were added. Default 0, the first.
   */
  add(id: string, payload: Payload, turn?: number): Promise<void>;
  /** Starts working on the queue. Processes that only add jobs never call it. */
  work(handling: JobHandling<Payload>): void;
  /** The number of jobs that wait, will be retried or are being worked on. Rejects while the queue is away. */
  depth(): Promise<number>;
  /** Rejects while the queue does not answer. */
  ping(): Promise<void>;
  /** Starts no new jobs and waits for the ones being worked on. */
  close(): Promise<void>;
}

export interface JobHandling<Payload> {
  /** Does the work; when it rejects, it is retried with growing pauses, as often as the queue's options say. */
  handle(payload: Payload): Promise<unknown>;
  /** Jobs at the same time. Default 1. */
  concurrency?: number;
}

export interface JobQueueOptions<Payload> {
  /** Lower-case letters and `-`. */
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Number of tries, including the first. */
  readonly attempts: number;
  /** Milliseconds before the second try; each further wait is twice as long. */
  readonly backOff: number;
}
