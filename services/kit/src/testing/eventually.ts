import { vi } from 'vitest';

/** Waits until this holds, with all the patience that a busy machine may need, or for so many ms. */
export const eventually = <Result>(
  check: () => Result | Promise<Result>,
  { timeout = 30_000, interval = 20 }: { timeout?: number; interval?: number } = {},
): Promise<Result> => vi.waitFor(check, { timeout, interval });
