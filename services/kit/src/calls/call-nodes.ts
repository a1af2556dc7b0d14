import { AppError, unavailable } from '../errors.ts';
import type { ServiceNodes } from './service-nodes.ts';

/**
 * Calls one node of a service after another, in this order, until one answers; after a failure, only if `goesOn`. A node counts
 * as failing after everything but an `AppError`, which is an answer. Throws the last one, or `unavailable` for another failure.
 */
export async function callNodes<Answer>(
  nodes: ServiceNodes,
  origins: readonly string[],
  { call, goesOn }: { call(origin: string, attempt: number): Promise<Answer>; goesOn(failure: unknown): boolean },
): Promise<Answer> {
  let failure: unknown;
  for (const [attempt, origin] of origins.entries()) {
    const done = nodes.begin(origin);
    try {
      return await call(origin, attempt);
    } catch (error) {
      failure = error;
      if (!(error instanceof AppError)) nodes.reportFailure(origin);
      if (!goesOn(error)) break;
    } finally {
      done();
    }
  }
  throw failure instanceof AppError ? failure : unavailable(failure);
}
