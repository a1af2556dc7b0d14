import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

export default defineConfig({
  test: {
    include: ['{gateway,services,web,infra,tests}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/global-setup.ts'],
    // Real stores are asked over real sockets, on machines that may be small and busy.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // A worker keeps what it has loaded for its next file: half of what short tests cost was loading the same again.
    isolate: false,
    // Much of what they do is waiting: for processes to start, for stores to come back, for what is due in seconds.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
  },
});
