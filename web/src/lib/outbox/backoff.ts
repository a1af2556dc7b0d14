const shortest = 1_000;
const longest = 15_000;

/** How long to wait before try number `attempt` (from 1). It doubles, with jitter, so that not all clients return at once. */
export function backoff(attempt: number, random = Math.random): number {
  const full = Math.min(longest, shortest * 2 ** Math.min(attempt - 1, 10));
  return full / 2 + (full / 2) * random();
}
