import type { Logger } from 'pino';
import type { z } from 'zod';

/**
 * Work that is done later, by whichever process works on the queue: through Redis (`redis-queue.ts`) or within this
 * process (`memory-queue.ts`). Both keep the same promises. A job is done at least once: it may be done twice (a worker
 * that died or froze), so doing it again must be harmless. A queue may forget (Redis without its disk, the memory of a
 * process): whoever must be sure keeps the state of the work in the database and adds the job again.
 */
export interface JobQueue<Payload> {
  /**
   * Adds a job. As long as one with this id waits or is being worked on, adding it again changes nothing.
   * Rejects while the queue is away.
   */
  add(id: string, payload: Payload): Promise<void>;
  /** Begins to work on the queue. Processes that only add never call it. */
  work(handling: JobHandling<Payload>): void;
  /** Jobs that wait or are being worked on, the ones that wait to be tried again included. Rejects while the queue is away. */
  depth(): Promise<number>;
  /** Rejects while the queue does not answer. */
  ping(): Promise<void>;
  /** Takes nothing new and waits for what is being worked on. */
  close(): Promise<void>;
}

export interface JobHandling<Payload> {
  /** Does the work; a rejection is tried again, later and later, as often as the queue says. */
  handle(payload: Payload): Promise<unknown>;
  /** Called when the last try has failed. */
  gaveUp?(payload: Payload, error: Error): Promise<unknown>;
  /** Jobs at the same time. Default 1. */
  concurrency?: number;
}

export interface JobQueueOptions<Payload> {
  /** Lower-case letters and `-`. */
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Tries in all, the first one included. */
  readonly attempts: number;
  /** Milliseconds before the second try; each further wait is twice as long. */
  readonly backOff: number;
}

/** Gives up on a job whose last try has failed; what that fails with is logged, for there is nobody left to be told. */
export async function giveUp<Payload>(
  { gaveUp }: JobHandling<Payload>,
  payload: Payload,
  error: Error,
  log: Logger,
): Promise<void> {
  await gaveUp?.(payload, error).catch((cause: unknown) => log.error({ err: cause }, 'giving up on a job failed'));
}
