import { vi } from 'vitest';

/** Waits until this holds, with all the patience that a busy machine may need. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 15_000, interval: 20 });
