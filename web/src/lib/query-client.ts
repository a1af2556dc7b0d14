import { onlineManager } from '@tanstack/react-query';
import { isSessionOver, wasRefused } from './api/api-error.ts';
import { isOnline, onNetwork } from './online.ts';
import { Queries } from './queries.ts';

/** Asking again would change nothing: it was refused, or nobody is signed in any more. */
const isFinal = (error: unknown) => wasRefused(error) || isSessionOver(error);

/** A refused query is not retried; a query without an answer is retried once. */
const mayRetry = (failures: number, error: unknown) => failures < 1 && !isFinal(error);

/** Milliseconds. */
const pauseAfterFailure = 10_000;

/** For a query that no event or button repeats: after a failure, it repeats by itself while it is in use. */
export const askedUntilAnswered = ({ state: { error } }: { state: { error: Error | null } }) =>
  error !== null && !isFinal(error) && pauseAfterFailure;

/**
 * The time of data that comes from a cache: long ago, so that it is fetched again. Not 0, which the library treats as
 * 'no data', so that each failure would count as the first.
 */
export const fromCache = 1;

/** Whether data comes from the server, and not from a cache. */
export const isTold = ({ dataUpdatedAt }: { readonly dataUpdatedAt: number }) => dataUpdatedAt > fromCache;

/**
 * The library assumes that a new page is online, and would report failures when it is not. It also listens only from
 * its first use on, so it would miss a network that came back just before, and stay offline for ever.
 */
function followNetwork(setOnline: (online: boolean) => void): () => void {
  const look = () => setOnline(isOnline());
  look();
  return onNetwork(look);
}

/** One person's copy of what the server knows. */
export function createQueryClient() {
  onlineManager.setEventListener(followNetwork);
  return new Queries({
    defaultOptions: { queries: { staleTime: 60_000, gcTime: Infinity, retry: mayRetry, refetchOnWindowFocus: false } },
  });
}
