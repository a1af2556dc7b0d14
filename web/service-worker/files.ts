import { inTime } from '../src/lib/in-time.ts';

/** Milliseconds. If the cache takes longer, that costs one request and nothing else. */
const patience = 1_000;

/**
 * A file of the client from the cache. If the cache lacks it, is broken or does not answer, as happens in browsers: from
 * whichever has it first, the cache after all or the server.
 */
export function fileFor(cached: Promise<Response | undefined>, ask: () => Promise<Response>): Promise<Response> {
  const kept = cached.then((file) => file ?? Promise.reject(new Error('not in the cache')));
  return inTime(kept, patience).catch(() => Promise.any([kept, ask()]));
}
