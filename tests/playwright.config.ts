import { defineConfig } from '@playwright/test';

/** A browser in Docker is reached through `PW_TEST_CONNECT_WS_ENDPOINT`, which Playwright reads itself. */
const inDocker = process.env['PW_TEST_CONNECT_WS_ENDPOINT'] !== undefined;

/**
 * Chromium heeds the last such list alone, so those that Playwright turns off itself stand here, too, as far as they
 * concern pages of ours.
 */
const withoutFeatures = [
  // Two pages of the address bar, each in a process of its own, for every window: nobody sees them here.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A process in store for the next page of each person, who mostly has one.
  'SpareRendererForSitePerProcess',
  // Of Playwright's.
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

// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  // As a whole path: the screenshots take this configuration over from another folder.
  globalSetup: `${import.meta.dirname}/support/browser-run.ts`,
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  // Each step has its own limit below; several people who do one thing after another on a busy machine need their time.
  timeout: 240_000,
  expect: { timeout: 30_000 },
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
        `--disable-features=${withoutFeatures.join()}`,
      ],
    },
  },
});
