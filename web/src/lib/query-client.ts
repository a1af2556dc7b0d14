import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/api-error.ts';

/** What the server refused is not asked again; what it could not answer is, once. */
const mayRetry = (failures: number, error: unknown) =>
  failures < 1 && !(error instanceof ApiError && error.status < 500 && error.status !== 429);

/**
 * The time of what this tab had kept: long ago, so that it is asked for anew. Not 0, which the library takes for no data,
 * and would count each failure as the first.
 */
export const fromCache = 1;

/** One person's copy of what the server knows. */
export function createQueryClient() {
  // The library takes a page that has just been opened for online, and would report failures that are none.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 60_000, gcTime: Infinity, retry: mayRetry, refetchOnWindowFocus: false } },
  });
}
