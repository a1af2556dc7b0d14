import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{gateway,services,web,infra,tests}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/global-setup.ts'],
    // Real stores are asked over real sockets, on machines that may be small and busy.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
