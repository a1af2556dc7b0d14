import { vi } from 'vitest';

/** Waits until this holds: by default as long as a busy machine may need. */
export const eventually = <Result>(
  check: () => Result | Promise<Result>,
  { timeout = 30_000, interval = 50 }: { timeout?: number; interval?: number } = {},
): Promise<Result> => vi.waitFor(check, { timeout, interval });
