import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './span.ts';

/** Facts about the current request, available everywhere without passing them from function to function. */
export interface RequestContext {
  /** Made by the gateway, and the same in every process that handles the request. */
  readonly requestId: string;
  /** This process's span of the trace, where traces are collected. */
  readonly span: Span | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and everything that it starts, as part of a request. */
export function withinRequest<Result>(context: RequestContext, work: () => Result): Result {
  return storage.run(context, work);
}

/** The current request; undefined for work that a process does by itself. */
export const currentRequest = (): RequestContext | undefined => storage.getStore();
