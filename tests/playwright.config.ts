import { defineConfig } from '@playwright/test';

/** A browser in Docker is reached through `PW_TEST_CONNECT_WS_ENDPOINT`, which Playwright reads itself. */
const inDocker = process.env['PW_TEST_CONNECT_WS_ENDPOINT'] !== undefined;

/**
 * Chromium uses only the last list of this kind, so it also contains the features that Playwright itself turns off, as far
 * as they concern our pages.
 */
const withoutFeatures = [
  // Two pages of the address bar, each with its own process, for every window: nobody sees them here.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A spare process for the next page of each person, although most have only one page.
  'SpareRendererForSitePerProcess',
  // From Playwright's own list.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** A time zone in which no day ends during the run: tests say 'Today' of what they have just done. */
const zone = [21, 22, 23, 0].includes(new Date().getUTCHours()) ? 'Asia/Tokyo' : 'Europe/London';

// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  // A forgotten `test.only` would be the whole run, and all green.
  forbidOnly: true,
  // An absolute path: the screenshots use this configuration from another folder.
  globalSetup: `${import.meta.dirname}/support/browser-run.ts`,
  outputDir: 'test-results',
  // More than the cores of a small machine only take the time from each other: the same tests took a tenth more CPU.
  workers: 2,
  retries: 0,
  // Each step has its own timeout below; tests with several people, one step after another, need time on a busy machine.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'en-GB',
    timezoneId: zone,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(!inDocker && { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' }),
      // As on any desktop: without a locale, Chromium cannot name a file in letters that are not English.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${withoutFeatures.join()}`,
      ],
    },
  },
});
