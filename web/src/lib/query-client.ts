import { onlineManager, QueryClient } from '@tanstack/react-query';
import { wasRefused } from './api/api-error.ts';

/** What the server refused is not asked again; what it could not answer is, once. */
const mayRetry = (failures: number, error: unknown) => failures < 1 && !wasRefused(error);

/**
 * The time of what this tab had kept: long ago, so that it is asked for anew. Not 0, which the library takes for no data,
 * and would count each failure as the first.
 */
export const fromCache = 1;

/**
 * The library takes a page that has just been opened for online, and would report failures that are none; and it listens
 * only from its first use on, so a network that came back a moment before would be away for it for ever.
 */
function followNetwork(setOnline: (online: boolean) => void): () => void {
  const look = () => setOnline(navigator.onLine);
  look();
  addEventListener('online', look);
  addEventListener('offline', look);
  return () => {
    removeEventListener('online', look);
    removeEventListener('offline', look);
  };
}

/** One person's copy of what the server knows. */
export function createQueryClient() {
  onlineManager.setEventListener(followNetwork);
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 60_000, gcTime: Infinity, retry: mayRetry, refetchOnWindowFocus: false } },
  });
}
