import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './span.ts';

/** What is known everywhere of the request that is being worked on, without being handed from function to function. */
export interface RequestContext {
  /** Made by the gateway, and the same in every process that the request reaches. */
  readonly requestId: string;
  /** This process's part of the trace, where traces are collected. */
  readonly span: Span | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and all that it starts, as part of a request. */
export function withinRequest<Result>(context: RequestContext, work: () => Result): Result {
  return storage.run(context, work);
}

/** The request that is being worked on; undefined for what a process does by itself. */
export const currentRequest = (): RequestContext | undefined => storage.getStore();
