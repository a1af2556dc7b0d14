import { defineConfig } from '@playwright/test';

/** A browser in Docker is reached through `PW_TEST_CONNECT_WS_ENDPOINT`, which Playwright reads itself. */
const inDocker = process.env['PW_TEST_CONNECT_WS_ENDPOINT'] !== undefined;

// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  // Each step has its own limit below; several people who do one thing after another on a busy machine need their time.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(!inDocker && { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
